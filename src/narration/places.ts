import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Place, StageRow } from '../diagnosis/reading.ts';

/** Where in the Spark UI a person reads a number: the way there in words, the page's own name, its address. */
export interface Whereabouts {
  words: string;
  page: string;
  url: string;
}

/** Rows and tables as the stage page of the Spark UI calls them. */
const ROW: Record<StageRow, string> = {
  header: 'the totals at the top of the page',
  duration: 'Summary Metrics, Duration row',
  records: 'Summary Metrics, the Size / Records row of what the tasks read',
  gc: 'Summary Metrics, GC Time row',
  spill: 'Summary Metrics, Spill (Memory) and Spill (Disk) rows',
  tasks: 'Tasks table',
  'aggregated-by-executor': 'Aggregated Metrics by Executor, Task Time column',
  'event-timeline': 'Event Timeline',
};

/** `uiUrl` is the address of the application's own pages, without a trailing slash. */
export function whereabouts(place: Place, uiUrl: string): Whereabouts {
  switch (place.screen) {
    case 'jobs':
      return { words: 'Jobs tab', page: 'Jobs', url: `${uiUrl}/jobs/` };
    case 'job':
      return {
        words: `Jobs tab, job ${place.jobId}`,
        page: `Job ${place.jobId}`,
        url: `${uiUrl}/jobs/job/?id=${place.jobId}`,
      };
    case 'stages':
      return { words: 'Stages tab, sorted by Duration', page: 'Stages', url: `${uiUrl}/stages/` };
    case 'stage': {
      const { stageId, attemptId, row } = place;
      const page = attemptId > 0 ? `Stage ${stageId} (attempt ${attemptId})` : `Stage ${stageId}`;
      const url = `${uiUrl}/stages/stage/?id=${stageId}&attempt=${attemptId}`;
      return { words: `Stages tab, ${page.toLowerCase()}, ${ROW[row]}`, page, url };
    }
    case 'executors':
      return {
        words: 'Executors tab, Task Time (GC Time) and Storage Memory columns',
        page: 'Executors',
        url: `${uiUrl}/executors/`,
      };
    case 'sql':
      return {
        words: `SQL / DataFrame tab, query ${place.executionId}, ${place.node === null ? 'the plan' : 'the node in the plan'}`,
        page: `Query ${place.executionId}`,
        url: `${uiUrl}/SQL/execution/?id=${place.executionId}`,
      };
    case 'environment':
      return { words: 'Environment tab, Spark Properties', page: 'Environment', url: `${uiUrl}/environment/` };
  }
}

/** Pages of one check's readings, each once, in the order they were read. */
export function linksFor(places: Place[], uiUrl: string): { label: string; url: string }[] {
  const pages = places.map((place) => whereabouts(place, uiUrl));
  return [...new Map(pages.map(({ page, url }) => [url, { label: page, url }])).values()];
}

/** The page a person starts from: the unit's own. */
export function unitPlace({ unit }: Diagnosis): Place {
  if (unit?.type === 'sql-execution' && unit.id !== null) return { screen: 'sql', executionId: unit.id, node: null };
  if (unit?.type === 'job' && unit.id !== null) return { screen: 'job', jobId: unit.id };
  return { screen: 'jobs' };
}
