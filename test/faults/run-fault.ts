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
} from '../../src/history-server/read.ts';
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

/** Short enough for hundreds of faults, long enough for two busy cores. */
const LIMITS = { callTimeoutMs: 1_500, warmTimeoutMs: 2_000, bodyCapBytes: 8 * 1024 * 1024 };
const DEADLINE_MS = 8_000;

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

/** Asks one whole answer of a server that misbehaves on one call, and holds it against what is promised. */
export async function runFault(fault: Fault, call: CallName, folder: string): Promise<Outcome> {
  const scripted = await startScriptedServer(folder, call, fault.respond, fault.times);
  const server = { ...plainServer('prod', scripted.url), auth: { kind: 'bearer' as const, token: SECRET } };
  const servers = openServers([server], LIMITS);
  const context = newReadContext({ deadlineMs: DEADLINE_MS });
  const startedAt = Date.now();
  const broken: string[] = [];
  let got = '';
  let seen: unknown;
  try {
    const located = await locate(servers, { target: scripted.applicationId }, context);
    const listed = await readRun(located, context);
    const stages = [{ stageId: 4, attemptId: 0, failedTasks: false, runningTasks: false }];
    const run = await readDetails(located, listed, { stages, plans: [0] }, context);
    got = saidOf(run, call);
    seen = run;
  } catch (error) {
    seen = error;
    got = error instanceof SparkcheckFailure ? error.kind : `a bug: ${String(error)}`;
    if (error instanceof SparkcheckFailure && (error.facts.servers ?? []).join() !== 'prod')
      broken.push('names no server');
  }
  const ms = Date.now() - startedAt;
  broken.push(...brokenPromises(scripted, context.cost.requests, ms, seen));
  await closeServers(servers);
  await scripted.close();
  return { fault: fault.name, call, promised: promisedOf(fault, call), got, broken, ms };
}

function brokenPromises(scripted: ScriptedServer, requests: number, ms: number, seen: unknown): string[] {
  const broken: string[] = [];
  if (scripted.shown() === 0) broken.push('the call was never made');
  if (scripted.strayed.length > 0) broken.push('a request went to an address that is not configured');
  if (requests > MAX_REQUESTS || scripted.asked.length > MAX_REQUESTS) broken.push(`${requests} requests`);
  if (ms > DEADLINE_MS + 2_000) broken.push('past the deadline');
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
  if (call === 'application') return fault.lookup;
  if (call === 'version') return 'answered';
  if (call === 'jobs' && fault.lookup !== 'answered' && ENDS.includes(fault.lookup)) return fault.lookup;
  return fault.part;
}
