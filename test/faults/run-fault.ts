import { inspect } from 'node:util';
import type { ApplicationRun, NotReadPart } from '../../src/diagnosis/application-run.ts';
import { SparkcheckFailure, type FailureKind } from '../../src/failure.ts';
import {
  closeServers,
  locate,
  MAX_REQUESTS,
  newReadContext,
  openServers,
  plainServer,
  readDetails,
  readRun,
  type RequestLimits,
  type Server,
} from '../../src/history-server/read.ts';
import { apology } from '../../src/narration/apologies.ts';
import { createSparkcheck } from '../../src/sparkcheck.ts';
import type { Fault } from './fault.ts';
import { CALL_NAMES, startScriptedServer, type CallName, type ScriptedServer } from './scripted-server.ts';

export interface Outcome {
  fault: string;
  call: CallName;
  /** What was promised and what came, in the same words. */
  promised: string;
  got: string;
  /** Promises that hold for every fault and were broken by this one. */
  broken: string[];
  ms: number;
}

const BODY_CAP_BYTES = 8 * 1024 * 1024;
const SHORT: RequestLimits = { callTimeoutMs: 2_000, warmTimeoutMs: 3_000, bodyCapBytes: BODY_CAP_BYTES };
const PATIENT: RequestLimits = { callTimeoutMs: 40_000, warmTimeoutMs: 40_000, bodyCapBytes: BODY_CAP_BYTES };
const DEADLINE_MS = 60_000;

export const SECRET = 'sekret-0d6a2f';

const PART_OF: Record<CallName, NotReadPart[]> = {
  application: [],
  version: [],
  jobs: ['jobs'],
  stages: ['stages'],
  executors: ['executors'],
  environment: ['environment'],
  queries: ['sql-executions'],
  plan: ['sql-plan'],
  detail: ['task-quantiles', 'executor-totals'],
  tasks: ['task-list'],
};

/** After these kinds the rest of a server is not asked any more. */
const ENDS: FailureKind[] = ['timed-out', 'unreachable', 'needs-login', 'not-allowed', 'app-running-ui-gone'];

export function callsOf(fault: Fault): CallName[] {
  return fault.calls ?? CALL_NAMES;
}

/**
 * Reads an application from a server that misbehaves on one call, then asks the whole product about it, and holds both
 * against what is promised.
 */
export async function runFault(fault: Fault, call: CallName, folder: string): Promise<Outcome> {
  const startedAt = Date.now();
  const promised = promisedOf(fault, call);
  const limits = fault.stalls ? SHORT : PATIENT;
  const read = await againstFault(fault, call, folder, (server, id) => readWhole(server, id, call, limits));
  const told = await againstFault(fault, call, folder, (server, id) => tellWhole(server, id, limits));
  if (told.got !== (endsAnswer(fault, call) ? promised : 'answered')) read.broken.push(`the product said: ${told.got}`);
  read.broken.push(...told.broken);
  return { fault: fault.name, call, promised, ...read, ms: Date.now() - startedAt };
}

interface Attempt {
  got: string;
  /** Whatever is told or may be logged. */
  seen: unknown;
}

async function againstFault(
  fault: Fault,
  call: CallName,
  folder: string,
  ask: (server: Server, id: string) => Promise<Attempt>,
): Promise<{ got: string; broken: string[] }> {
  const scripted = await startScriptedServer(folder, call, fault.respond, fault.times);
  const server: Server = { ...plainServer('prod', scripted.url), auth: { kind: 'bearer', token: SECRET } };
  const startedAt = Date.now();
  const { got, seen } = await ask(server, scripted.applicationId);
  const broken = brokenPromises(scripted, Date.now() - startedAt, seen);
  await scripted.close();
  return { got, broken };
}

async function readWhole(server: Server, id: string, call: CallName, limits: RequestLimits): Promise<Attempt> {
  const servers = openServers([server], limits);
  const context = newReadContext({ deadlineMs: DEADLINE_MS });
  const attempt = await attempted(async () => {
    const located = await locate(servers, { target: id }, context);
    const listed = await readRun(located, context);
    const stages = [{ stageId: 4, attemptId: 0, failedTasks: false, runningTasks: false }];
    const run = await readDetails(located, listed, { stages, plans: [0] }, context);
    return { got: saidOf(run, call), seen: run };
  });
  await closeServers(servers);
  return attempt;
}

async function tellWhole(server: Server, id: string, limits: RequestLimits): Promise<Attempt> {
  const product = createSparkcheck({ servers: [server], limits: { ...limits, deadlineMs: DEADLINE_MS } });
  const attempt = await attempted(async () => {
    const { answer, narration } = await product.answer({ target: id });
    const whole = answer.checks.length === 5 && narration.checks.length === 5 && narration.root.plain !== '';
    return { got: whole ? 'answered' : 'answered in part', seen: { answer, narration } };
  });
  await product.close();
  return attempt;
}

async function attempted(ask: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SparkcheckFailure)) return { got: `a bug: ${inspect(error)}`, seen: error };
    const named = (error.facts.servers ?? []).join() === 'prod';
    const got = named ? error.kind : `${error.kind} without the server's name`;
    return { got, seen: { error, sentence: apology(error) } };
  }
}

function brokenPromises(scripted: ScriptedServer, ms: number, seen: unknown): string[] {
  const broken: string[] = [];
  if (scripted.shown() === 0) broken.push('the call was never made');
  if (scripted.strayed.length > 0) broken.push('a request went to an address that is not configured');
  if (scripted.asked.length > MAX_REQUESTS) broken.push(`${scripted.asked.length} requests`);
  if (ms > DEADLINE_MS + 10_000) broken.push('past the deadline');
  if (inspect(seen, { depth: 12 }).includes('sekret-')) broken.push('a secret in what is told or logged');
  if (Object.hasOwn(Object.prototype, 'polluted')) broken.push('a polluted prototype');
  return broken;
}

/** How the answer speaks of the part that was hit. */
function saidOf(run: ApplicationRun, call: CallName): string {
  const parts = PART_OF[call];
  const reasons = run.notRead.filter((note) => parts.includes(note.part)).map((note) => note.reason);
  return parts.length === 0 ? 'answered' : reasons.length === 0 ? 'unharmed' : [...new Set(reasons)].sort().join(' + ');
}

function promisedOf(fault: Fault, call: CallName): string {
  if (endsAnswer(fault, call) || call === 'application') return fault.lookup;
  return call === 'version' ? 'answered' : fault.part;
}

/** Whether nothing can be told at all: the application was not found, or the first call about it shows that asking on is in vain. */
function endsAnswer(fault: Fault, call: CallName): boolean {
  if (fault.lookup === 'answered') return false;
  return call === 'application' || (call === 'jobs' && ENDS.includes(fault.lookup));
}
