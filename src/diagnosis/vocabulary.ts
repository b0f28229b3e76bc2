/** The closed words of the contract (answer.md §1). Add, never rename: tickets, dashboards and scripts hold them. */

export const CHECKS = ['slow-stage', 'shuffle-volume', 'skew', 'gc', 'spill'] as const;
export type CheckName = (typeof CHECKS)[number];

export const OUTCOMES = ['healthy', 'watch', 'failing', 'could-not-tell', 'not-applicable'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Kinds of cause, under the check that finds them. */
export const KINDS = {
  'slow-stage': [
    'driver-gap',
    'waiting-for-executors',
    'too-few-tasks',
    'tiny-tasks',
    'retried-stage',
    'failed',
    'spread',
  ],
  'shuffle-volume': [
    'rows-multiplied-explode',
    'rows-multiplied-join',
    'missed-broadcast',
    'repeated-exchange',
    'combine-not-happening',
    'excess-shuffle',
  ],
  skew: ['data-skew', 'slow-node', 'uneven-work'],
  gc: ['gc-cache', 'gc-large-tasks', 'gc-churn'],
  spill: ['spill-partitions', 'spill-scan', 'spill-memory'],
} as const satisfies Record<CheckName, readonly string[]>;

export type KindOf<C extends CheckName> = (typeof KINDS)[C][number];
export type Kind = KindOf<CheckName>;

export const LEVERS = [
  'salt-or-isolate-key',
  'filter-null-key',
  'broadcast-small-side',
  'deduplicate-join-side',
  'aggregate-before-explode',
  'reduce-by-key-or-combine',
  'reuse-or-cache-shuffle',
  'more-shuffle-partitions',
  'smaller-input-splits',
  'more-tasks',
  'fewer-larger-tasks',
  'unpersist-cache',
  'fewer-cores-per-executor',
  'more-heap',
  'replace-node',
  'fix-driver-work',
  'more-executors-sooner',
  'fix-failure',
  'stabilise-executors',
  'speed-up-row-code',
  'none',
] as const;
export type Lever = (typeof LEVERS)[number];
