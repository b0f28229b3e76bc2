import type { ExecutorInStage } from './application-run.ts';
import { median } from './quantile.ts';
import type { StageView } from './stage-view.ts';

/**
 * How an executor did in the other stages that were read: the mean time of its tasks ÷ the median of the same mean over
 * the others, in the middle one of those stages. `null`: it ran nothing else that is known.
 */
export function paceElsewhere(view: StageView, executorId: string): number | null {
  const paces = view.run.stageDetails
    .filter((d) => d.stageId !== view.stage.stageId)
    .flatMap((d) => {
      const own = (d.perExecutor ?? []).find((e) => e.executorId === executorId);
      const ownMs = own === undefined ? null : meanTaskMs(own);
      const others = (d.perExecutor ?? []).filter((e) => e.executorId !== executorId).map(meanTaskMs);
      const othersMs = median(others.filter((ms): ms is number => ms !== null));
      return ownMs === null || othersMs === null || othersMs <= 0 ? [] : [ownMs / othersMs];
    });
  return median(paces);
}

function meanTaskMs({ taskTimeMs, succeededTasks, failedTasks, killedTasks }: ExecutorInStage): number | null {
  const tasks = (succeededTasks ?? 0) + (failedTasks ?? 0) + (killedTasks ?? 0);
  return taskTimeMs === null || tasks === 0 ? null : taskTimeMs / tasks;
}
