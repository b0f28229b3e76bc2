/**
 * What goes wrong with a request. `late: true` lets the request take effect first and spoils only the answer: the case in
 * which a caller can not know whether its message was posted.
 *
 * A delivery is Slack's own request, whose answer is the app's, so only two kinds can befall it, over HTTP and over Socket
 * Mode alike. `dropped`: the connection breaks before the app hears anything, or with `late` after it acknowledged and
 * before Slack learned of that. `slow`: the request reaches the app late, or with `late` its acknowledgement reaches Slack
 * late, which is none at all once Slack has stopped waiting. For an `error` or a `status`, have the app answer so.
 */
export type Fault = { late?: boolean } & (
  | { kind: 'error'; error: string; extra?: Record<string, unknown> }
  | { kind: 'status'; status: number; body?: string }
  | { kind: 'rate-limited'; retryAfterSeconds: number }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'dropped' }
);

export interface FaultDesk {
  /**
   * `name` is a Web API method, `response_url` or `delivery`; the fault strikes the next `times` requests (default 1).
   * @throws for a fault of a delivery that is neither `slow` nor `dropped`
   */
  add(name: string, fault: Fault, times?: number): void;
  clear(): void;
  /** The fault that strikes this request, which is used up by asking. */
  take(name: string): Fault | null;
}

export function createFaultDesk(): FaultDesk {
  const waiting = new Map<string, Fault[]>();
  return {
    add(name, fault, times = 1) {
      if (name === 'delivery' && fault.kind !== 'slow' && fault.kind !== 'dropped') {
        throw new Error(`A delivery can not meet this fault: ${fault.kind}.`);
      }
      const queue = waiting.get(name) ?? [];
      for (let count = 0; count < times; count += 1) queue.push(fault);
      waiting.set(name, queue);
    },
    clear: () => waiting.clear(),
    take: (name) => waiting.get(name)?.shift() ?? null,
  };
}
