import type { PlanMetric } from '../diagnosis/application-run.ts';

/**
 * Spark gives the metrics of a plan as the text its web page shows (spark-rest.md §1.9):
 * `1,234` · `5.0 KiB` · `12 ms` · `total (min, med, max (stageId: taskId))\n10.0 MiB (1.0 MiB, 2.0 MiB, 5.0 MiB (stage 3.0: task 812))`
 * · averages as `(min, med, max …):\n(1, 2, 3 (stage 3.0: task 812))`. Sizes and times are rounded to one decimal there.
 */
export function readPlanMetric(name: string, value: string): PlanMetric {
  const nothing: PlanMetric = { name, unit: 'other', total: null, min: null, median: null, max: null, maxAt: null };
  // Longer than any value Spark writes: not a metric.
  if (value.length > 500) return nothing;
  const lines = value.split('\n');
  const body = lines.at(-1) ?? '';
  const quantities = readQuantities(body);
  const first = quantities[0];
  if (first === undefined) return nothing;
  const average = name.startsWith('avg ');
  const unit = average ? 'other' : (quantities.find((one) => one.unit !== 'count')?.unit ?? 'count');
  if (lines.length === 1)
    return { ...nothing, unit, total: average ? null : first.value, max: average ? first.value : null };
  const spread = body.startsWith('(') ? quantities : quantities.slice(1);
  return {
    name,
    unit,
    total: body.startsWith('(') ? null : first.value,
    min: spread[0]?.value ?? null,
    median: spread[1]?.value ?? null,
    max: spread[2]?.value ?? null,
    maxAt: placeOf(body),
  };
}

const FACTORS: Record<string, { unit: PlanMetric['unit']; factor: number }> = {
  B: { unit: 'bytes', factor: 1 },
  KiB: { unit: 'bytes', factor: 1024 },
  MiB: { unit: 'bytes', factor: 1024 ** 2 },
  GiB: { unit: 'bytes', factor: 1024 ** 3 },
  TiB: { unit: 'bytes', factor: 1024 ** 4 },
  PiB: { unit: 'bytes', factor: 1024 ** 5 },
  EiB: { unit: 'bytes', factor: 1024 ** 6 },
  ms: { unit: 'ms', factor: 1 },
  s: { unit: 'ms', factor: 1000 },
  m: { unit: 'ms', factor: 60_000 },
  h: { unit: 'ms', factor: 3_600_000 },
};

function readQuantities(body: string): { value: number; unit: PlanMetric['unit'] }[] {
  // The place of the maximum holds numbers that are no quantities.
  const quantities = body.replace(/\((?:stage |driver).*$/, '');
  return [...quantities.matchAll(/(-?\d[\d,]*(?:\.\d+)?)(?: ([KMGTPE]iB|B|ms|s|m|h)\b)?/g)].flatMap((match) => {
    // `,` separates thousands inside a number and is followed by a space between numbers.
    const value = Number((match[1] ?? '').replaceAll(',', ''));
    const factor = FACTORS[match[2] ?? ''];
    if (!Number.isFinite(value) || value < 0) return [];
    return [
      factor === undefined ? { value, unit: 'count' as const } : { value: value * factor.factor, unit: factor.unit },
    ];
  });
}

/** The stage attempt and task that hold the maximum; `null` for values of the driver. */
function placeOf(body: string): PlanMetric['maxAt'] {
  const match = /\(stage (\d+)\.(\d+): task (\d+)\)/.exec(body);
  if (match === null) return null;
  return { stageId: Number(match[1]), attemptId: Number(match[2]), taskId: Number(match[3]) };
}
