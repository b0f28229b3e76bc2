import type { NotRead } from '../../src/diagnosis/application-run.ts';
import type { FailureKind } from '../../src/failure.ts';
import type { CallName, FaultedCall } from './scripted-server.ts';

/** One way a server can misbehave, and what the asker is promised then. */
export interface Fault {
  name: string;
  respond(call: FaultedCall): void;
  /** Shown that many times only; then the server answers well. */
  times?: number;
  /** It only ends by a limit of ours: those are short then, and as long as two busy cores need otherwise. */
  stalls?: true;
  /** The calls it can hit; left out: every one. */
  calls?: CallName[];
  /** When it hits the call that looks the application up. */
  lookup: FailureKind | 'answered';
  /** When it hits a part: the reason that part is named with, `unharmed` when the answer holds it whole. */
  part: NotRead['reason'] | 'unharmed';
}

/** A fault that is one plain response. */
export function answering(
  name: string,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
  promised: Pick<Fault, 'lookup' | 'part'> & Partial<Fault>,
): Fault {
  return {
    name,
    respond: ({ response }) => {
      response.writeHead(status, headers);
      response.end(body);
    },
    ...promised,
  };
}

/** A fault inside otherwise good JSON. `edit` gets the parsed answer and gives what is sent instead. */
export function editing(
  name: string,
  calls: CallName[],
  edit: (answer: unknown) => unknown,
  promised: Pick<Fault, 'lookup' | 'part'> & Partial<Fault>,
): Fault {
  return {
    name,
    calls,
    respond: ({ response, body }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(edit(JSON.parse(body))));
    },
    ...promised,
  };
}
