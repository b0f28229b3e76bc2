import type { ApplicationState, Diagnosis } from '../diagnosis/diagnose.ts';
import type { Culprit, Limit, Reading, Source, Unit } from '../diagnosis/reading.ts';
import type { SupportingReading } from '../diagnosis/supporting/supporting-reading.ts';
import type { CheckName, Kind, Lever, Outcome } from '../diagnosis/vocabulary.ts';
import { expectations } from './closing.ts';
import { missingLine } from './missing.ts';
import type { Narration } from './narration.ts';
import { whereabouts } from './places.ts';
import { capital, plain, sentencesOf } from './say.ts';
import { CHECK_NUMBER } from './standing.ts';

/** `--json`, schema 1 (answer.md §2). Values in base units, shares from 0 to 1, dates ISO 8601 UTC, absent is `null`. */
export interface Answer {
  schema: 1;
  application: {
    id: string;
    attemptId: string | null;
    name: string;
    user: string | null;
    sparkVersion: string | null;
    state: ApplicationState;
    startedAt: string | null;
    endedAt: string | null;
    durationMs: number | null;
    server: string;
    url: string;
  };
  unit: {
    type: 'application' | 'sql-execution' | 'job';
    id: number | null;
    name: string;
    durationMs: number | null;
  };
  time: {
    totalMs: number | null;
    tasksRunningMs: number | null;
    beforeFirstTaskMs: number | null;
    betweenMs: number | null;
    afterLastTaskMs: number | null;
    waitingForExecutorsMs: number | null;
  };
  targetStage: { stageId: number; attemptId: number; name: string; share: number | null } | null;
  checks: AnswerCheck[];
  cause: {
    check: CheckName;
    kind: Kind;
    stage: { stageId: number; attemptId: number } | null;
    atStakeMs: number | null;
    share: number | null;
  } | null;
  lever: { kind: Lever; text: string } | null;
  notThis: string;
  next: string;
  afterFix: { check: CheckName; expected: string }[];
  unseen: string[];
  spoken: string[];
  cost: Cost;
}

export interface AnswerCheck {
  number: number;
  check: CheckName;
  outcome: Outcome;
  kind: Kind | null;
  symptomOf: CheckName | null;
  atStakeMs: number | null;
  readings: AnswerReading[];
  culprits: Culprit[];
  missing: string[];
  told: string[];
}

export interface AnswerReading {
  name: string;
  value: number;
  unit: Unit;
  of: [number, number] | null;
  limit: Limit | null;
  /** Where a person reads the same number in the Spark UI. */
  where: string;
  url: string;
  readFrom: Source[];
}

/** What the answer cost the server. */
export interface Cost {
  requests: number;
  bytes: number;
  ms: number;
}

/** The told diagnosis as data; nothing in it is computed anew. */
export function toAnswer(diagnosis: Diagnosis, narration: Narration, cost: Cost): Answer {
  const { run, unit, time, view, stageIsTarget, cause, state } = diagnosis;
  const { application, server } = run;
  return {
    schema: 1,
    application: {
      id: application.id,
      attemptId: application.attemptId,
      name: application.name,
      user: application.user,
      sparkVersion: application.sparkVersion,
      state,
      startedAt: isoDate(application.startedAt),
      endedAt: isoDate(application.endedAt),
      durationMs: application.durationMs,
      server: server.name,
      url: narration.root.url,
    },
    unit: {
      type: unit?.type ?? 'application',
      id: unit?.id ?? null,
      name: unit?.name ?? application.name,
      durationMs: unit?.durationMs ?? null,
    },
    time: {
      totalMs: time?.totalMs ?? null,
      tasksRunningMs: time?.tasksRunningMs ?? null,
      beforeFirstTaskMs: time?.beforeFirstTaskMs ?? null,
      betweenMs: time?.betweenMs ?? null,
      afterLastTaskMs: time?.afterLastTaskMs ?? null,
      waitingForExecutorsMs: time?.waitingForExecutorsMs ?? null,
    },
    targetStage:
      view === null || !stageIsTarget
        ? null
        : {
            stageId: view.stage.stageId,
            attemptId: view.stage.attemptId,
            name: view.stage.callSite ?? view.stage.name,
            share: view.share,
          },
    checks: narration.checks.map((section, at) => checkOf(diagnosis, section, at)),
    cause,
    lever: leverOf(diagnosis, narration),
    notThis: capital(plain(narration.closing.notThis ?? [])),
    next: capital(plain(narration.closing.askNext ?? [])),
    afterFix: expectations(diagnosis).map(({ check, expected }) => ({ check, expected })),
    unseen: narration.unseen,
    spoken: narration.spoken,
    cost,
  };
}

function checkOf(diagnosis: Diagnosis, section: Narration['checks'][number], at: number): AnswerCheck {
  const told = diagnosis.checks?.[at];
  const { uiUrl } = diagnosis.run.server;
  return {
    number: CHECK_NUMBER[section.check],
    check: section.check,
    outcome: section.outcome,
    kind: told?.kind ?? null,
    symptomOf: told?.symptomOf ?? null,
    atStakeMs: told?.atStakeMs ?? null,
    readings: [...(told?.readings ?? []), ...(diagnosis.supporting[at] ?? [])].map((one) => readingOf(one, uiUrl)),
    culprits: told?.culprits ?? [],
    missing: (told?.missing ?? ['times' as const]).map(missingLine),
    told: [section.title, ...section.paragraphs].flatMap(sentencesOf),
  };
}

function readingOf(reading: Reading | SupportingReading, uiUrl: string): AnswerReading {
  const { name, value, unit, of, limit, place, readFrom } = reading;
  const { words, url } = whereabouts(place, uiUrl);
  return { name, value, unit, of, limit, where: words, url, readFrom };
}

function leverOf({ lever, cause }: Diagnosis, { closing }: Narration): Answer['lever'] {
  if (cause === null) return null;
  return { kind: lever, text: capital(plain(closing.firstChange ?? closing.askNext ?? [])) };
}

function isoDate(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
