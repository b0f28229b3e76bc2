import type { Size } from './generator.ts';

/** The names are the beginnings of the generated applications' ids. */
export const SIZES = {
  small: { stages: 50, tasksPerStage: 200, executors: 20, queries: 10, operators: 30 },
  medium: { stages: 500, tasksPerStage: 10_000, executors: 500, queries: 100, operators: 80 },
  large: { stages: 2_000, tasksPerStage: 100_000, executors: 5_000, queries: 300, operators: 150 },
} satisfies Record<string, Size>;
export type SizeName = keyof typeof SIZES;
