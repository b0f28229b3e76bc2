/**
 * The Spark properties that a diagnosis may see. Everything else is dropped as it is read: the block may hold passwords,
 * and servers before 3.0 do not redact it (spark-rest.md §1.8).
 */
const ALLOWED = new Set([
  'spark.databricks.clusterUsageTags.sparkVersion',
  'spark.databricks.photon.enabled',
  'spark.decommission.enabled',
  'spark.default.parallelism',
  'spark.driver.cores',
  'spark.driver.memory',
  'spark.dynamicAllocation.enabled',
  'spark.dynamicAllocation.executorIdleTimeout',
  'spark.dynamicAllocation.initialExecutors',
  'spark.dynamicAllocation.maxExecutors',
  'spark.dynamicAllocation.minExecutors',
  'spark.dynamicAllocation.schedulerBacklogTimeout',
  'spark.dynamicAllocation.shuffleTracking.enabled',
  'spark.eventLog.logBlockUpdates.enabled',
  'spark.eventLog.logStageExecutorMetrics',
  'spark.excludeOnFailure.enabled',
  'spark.blacklist.enabled',
  'spark.executor.cores',
  'spark.executor.instances',
  'spark.executor.memory',
  'spark.executor.memoryOverhead',
  'spark.executor.memoryOverheadFactor',
  'spark.executor.pyspark.memory',
  'spark.cores.max',
  'spark.locality.wait',
  'spark.memory.fraction',
  'spark.memory.offHeap.enabled',
  'spark.memory.offHeap.size',
  'spark.memory.storageFraction',
  'spark.python.worker.memory',
  'spark.scheduler.maxRegisteredResourcesWaitingTime',
  'spark.scheduler.minRegisteredResourcesRatio',
  'spark.scheduler.mode',
  'spark.serializer',
  'spark.shuffle.service.enabled',
  'spark.speculation',
  'spark.speculation.multiplier',
  'spark.speculation.quantile',
  'spark.sql.adaptive.advisoryPartitionSizeInBytes',
  'spark.sql.adaptive.autoBroadcastJoinThreshold',
  'spark.sql.adaptive.coalescePartitions.enabled',
  'spark.sql.adaptive.coalescePartitions.initialPartitionNum',
  'spark.sql.adaptive.coalescePartitions.minPartitionNum',
  'spark.sql.adaptive.coalescePartitions.minPartitionSize',
  'spark.sql.adaptive.enabled',
  'spark.sql.adaptive.localShuffleReader.enabled',
  'spark.sql.adaptive.skewJoin.enabled',
  'spark.sql.adaptive.skewJoin.skewedPartitionFactor',
  'spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes',
  'spark.sql.autoBroadcastJoinThreshold',
  'spark.sql.execution.arrow.pyspark.enabled',
  'spark.sql.files.maxPartitionBytes',
  'spark.sql.files.minPartitionNum',
  'spark.sql.files.openCostInBytes',
  'spark.sql.join.preferSortMergeJoin',
  'spark.sql.shuffle.partitions',
  'spark.submit.deployMode',
  'spark.task.cpus',
  'spark.task.maxFailures',
]);

const LONGEST_VALUE = 200;

/** The allow-listed properties that were set; of the master only its kind, of JVM options only the collector. */
export function allowedSettings(properties: string[][]): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [key, value] of properties) {
    if (key === undefined || value === undefined || value.includes('(redacted)')) continue;
    if (ALLOWED.has(key)) settings[key] = value.slice(0, LONGEST_VALUE);
    else if (key === 'spark.master') settings[key] = kindOfMaster(value);
    else if (key === 'spark.executor.extraJavaOptions') {
      const collectors = value.match(/-XX:[+-]Use\w+GC\b/g) ?? [];
      if (collectors.length > 0) settings[key] = collectors.join(' ').slice(0, LONGEST_VALUE);
    }
  }
  return settings;
}

/** `spark://10.0.0.1:7077` → `spark`; `local[4]` stays. Addresses are nobody's business in an answer. */
function kindOfMaster(master: string): string {
  if (/^local(-cluster)?(\[[\d,*\s]+\])?$/.test(master)) return master;
  return /^[a-z0-9]+/i.exec(master)?.[0]?.toLowerCase() ?? 'unknown';
}

const UNIT_BYTES: Record<string, number> = { '': 1024 ** 2, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** `4g`, `1024m`, `2048` (MiB, Spark's default unit of memory sizes) → bytes; `null` when it is no size. */
export function memoryBytes(text: string | undefined): number | null {
  const match = /^\s*(\d{1,12})\s*([bkmgt]?)b?\s*$/i.exec(text ?? '');
  const unit = UNIT_BYTES[(match?.[2] ?? '').toLowerCase()];
  return match === null || unit === undefined ? null : Number(match[1]) * unit;
}
