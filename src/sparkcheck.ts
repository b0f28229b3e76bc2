import type { NotRead } from './diagnosis/application-run.ts';
import { diagnose } from './diagnosis/diagnose.ts';
import { chooseUnit, type UnitChoice } from './diagnosis/unit.ts';
import { plansWorthReading, stagesWorthReading } from './diagnosis/worth-reading.ts';
import { SparkcheckFailure } from './failure.ts';
import {
  closeServers,
  listApplications,
  locate,
  newReadContext,
  openServers,
  readDetails,
  readRun,
  type Located,
  type ReadContext,
  type ReadProgress,
  type RequestLimits,
  type Server,
} from './history-server/read.ts';
import { toAnswer, type Answer } from './narration/answer.ts';
import { narrate } from './narration/narrate.ts';
import type { Narration } from './narration/narration.ts';
import type { Question } from './question.ts';
import { newAnswerCache } from './answer-cache.ts';

/** One diagnosis, told: the thread of it, its JSON, and the question that gives the same answer again. */
export interface Answered {
  narration: Narration;
  answer: Answer;
  question: Question;
}

export interface Progress {
  step: ReadProgress['step'] | 'diagnosing';
  server: string | null;
  elapsedMs: number;
}

export interface Sparkcheck {
  /** Reads, diagnoses and tells one application. Throws `SparkcheckFailure`. Equal questions asked at once are read once. */
  answer(question: Question, onProgress?: (progress: Progress) => void): Promise<Answered>;
  /** The latest applications, newest first. Throws `SparkcheckFailure`. */
  list: (query: Parameters<typeof listApplications>[1]) => ReturnType<typeof listApplications>;
  serverNames(): string[];
  close(): Promise<void>;
}

/** The product on one screen: question → locate → read → choose what is worth a closer look → diagnose → narrate. */
export function createSparkcheck(options: {
  servers: Server[];
  limits: RequestLimits & { deadlineMs: number };
}): Sparkcheck {
  const servers = openServers(options.servers, options.limits);
  const cache = newAnswerCache<Answered>();
  /** By the question as it was asked, and by the application that it turned out to mean. */
  const asking = new Map<string, UnderWay<Answered>>();
  const reading = new Map<string, UnderWay<{ answered: Answered; mayBeKept: boolean }>>();

  /** Finds the application, then reads it; equal questions in other words (a link, `on SERVER`) meet here and are read once. */
  async function find(question: Question, tell: (progress: Progress) => void): Promise<Answered> {
    const context = newReadContext({ deadlineMs: options.limits.deadlineMs, onProgress: tell });
    const located = await locate(servers, question, context);
    const asked = askedPart(question, located.asked);
    const key = JSON.stringify([located.server.name, located.applicationId, located.attemptId, asked]);
    const kept = cache.get(key);
    if (kept !== null) return kept;
    const told = await joinOrStart(reading, key, tell, (all) => read(located, asked, question, context, all));
    if (told.mayBeKept) cache.keep(key, told.answered);
    return told.answered;
  }

  async function read(
    located: Located,
    asked: UnitChoice,
    question: Question,
    context: ReadContext,
    tell: (progress: Progress) => void,
  ): Promise<{ answered: Answered; mayBeKept: boolean }> {
    const overview = await readRun(located, context);
    // A live driver that went away was replaced by another server that knows the application.
    const place = [located, ...located.alternatives].find((p) => p.server.name === overview.server.name) ?? located;
    refuseUnknownPart(asked, overview, question);
    const unit = chooseUnit(overview, asked);
    const stages = unit === null ? [] : stagesWorthReading(overview, unit, asked);
    const plans = unit === null ? [] : plansWorthReading(overview, unit, stages);
    const run = await readDetails(place, overview, { stages, plans }, context);
    tell({ step: 'diagnosing', server: place.server.name, elapsedMs: Date.now() - context.startedAt });
    const diagnosis = diagnose(run, asked);
    const narration = narrate(diagnosis);
    const answered = {
      narration,
      answer: toAnswer(diagnosis, narration, costOf(context)),
      question: sameAgain(question, run.application.id, run.application.attemptId, place.server.name),
    };
    return { answered, mayBeKept: run.application.completed && !run.notRead.some(mayBeThereNextTime) };
  }

  return {
    answer(question, onProgress = () => undefined) {
      const key = keyOf(question);
      const kept = cache.get(key);
      if (kept !== null) return Promise.resolve(kept);
      return joinOrStart(asking, key, onProgress, (all) => find(question, all));
    },
    list: (query) => listApplications(servers, query, newReadContext({ deadlineMs: options.limits.deadlineMs })),
    serverNames: () => servers.all.map((s) => s.name),
    close: () => closeServers(servers),
  };
}

interface UnderWay<T> {
  result: Promise<T>;
  listeners: Set<(progress: Progress) => void>;
}

/** Joins what is under way for the same key, its progress included, or starts it. */
function joinOrStart<T>(
  underWay: Map<string, UnderWay<T>>,
  key: string,
  tell: (progress: Progress) => void,
  start: (tellAll: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const joined = underWay.get(key);
  if (joined !== undefined) {
    joined.listeners.add(tell);
    return joined.result;
  }
  const listeners = new Set([tell]);
  const result = start((progress) => listeners.forEach((listener) => listener(progress))).finally(() =>
    underWay.delete(key),
  );
  underWay.set(key, { result, listeners });
  return result;
}

type Linked = Located['asked'];
type Overview = Parameters<typeof chooseUnit>[0];

/** What was typed goes before what the link points at. */
function askedPart(question: Question, linked: Linked): UnitChoice {
  const typed = question.query !== undefined || question.job !== undefined || question.stage !== undefined;
  if (typed) return pick(question.query, question.job, question.stage);
  const { stage } = linked;
  return pick(
    linked.query,
    linked.job,
    stage === null
      ? null
      : { stageId: stage.stageId, ...(stage.attemptId === null ? {} : { attemptId: stage.attemptId }) },
  );
}

function pick(query?: number | null, job?: number | null, stage?: UnitChoice['stage'] | null): UnitChoice {
  return {
    ...(query == null ? {} : { query }),
    ...(job == null ? {} : { job }),
    ...(stage == null ? {} : { stage }),
  };
}

/** A query, job or stage that the application does not have would silently be answered with another one. */
function refuseUnknownPart(asked: UnitChoice, run: Overview, question: Question): void {
  const { query, job, stage } = asked;
  const lists = [
    { part: 'sql-executions', reason: 'unknown-query', wanted: query, ids: (run.sqlExecutions ?? []).map((q) => q.id) },
    { part: 'jobs', reason: 'unknown-job', wanted: job, ids: run.jobs.map((j) => j.jobId) },
    { part: 'stages', reason: 'unknown-stage', wanted: stage?.stageId, ids: run.stages.map((s) => s.stageId) },
  ];
  for (const { part, reason, wanted, ids } of lists) {
    if (wanted === undefined || ids.includes(wanted)) continue;
    // A list that could not be had does not say that the part is unknown.
    const notHad = run.notRead.some((n) => n.part === part && n.what === null && mayBeThereNextTime(n));
    if (notHad) throw new SparkcheckFailure('server-error', { servers: [run.server.name], asked: question.target });
    const suggestions = [...new Set(ids)].sort((a, b) => a - b).slice(-5);
    throw new SparkcheckFailure('bad-request', {
      asked: question.target,
      reason,
      suggestions: suggestions.map(String),
    });
  }
  const attempts = run.stages.filter((s) => s.stageId === stage?.stageId).map((s) => s.attemptId);
  if (stage?.attemptId !== undefined && !attempts.includes(stage.attemptId)) {
    const suggestions = attempts.map((attemptId) => `${stage.stageId}.${attemptId}`);
    throw new SparkcheckFailure('bad-request', { asked: question.target, reason: 'unknown-stage', suggestions });
  }
}

function keyOf(question: Question): string {
  const { target, server, attemptId, query, job, stage } = question;
  return JSON.stringify([target, server, attemptId, query, job, stage?.stageId, stage?.attemptId]);
}

function sameAgain(question: Question, id: string, attemptId: string | null, server: string): Question {
  return { ...question, target: id, server, ...(attemptId === null ? {} : { attemptId }) };
}

function costOf(context: ReadContext): { requests: number; bytes: number; ms: number } {
  return { ...context.cost, ms: Date.now() - context.startedAt };
}

/** An answer that lacks a part only because of a bad moment is not kept. */
function mayBeThereNextTime(part: NotRead): boolean {
  return part.reason === 'timed-out' || part.reason === 'server-error' || part.reason === 'unreadable';
}
