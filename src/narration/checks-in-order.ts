import type { CheckName } from '../diagnosis/vocabulary.ts';

/** The order of the hunt (five-checks.md §0); the compiler sees to it that none is missing or unknown. */
export const CHECKS = ['slow-stage', 'shuffle-volume', 'skew', 'gc', 'spill'] as const satisfies readonly CheckName[];
