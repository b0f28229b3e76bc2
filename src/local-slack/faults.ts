/**
 * What goes wrong with a request. `late: true` lets the request take effect first and spoils only the answer: the case in
 * which a caller can not know whether its message was posted.
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
   * `name` is a Web API method, `response_url` or `delivery`; the fault strikes the next `times` requests (default 1). A
   * delivery is Slack's own request: it can only be slow or lost on its way.
   * @throws for another fault of a delivery
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
      if (name === 'delivery' && (fault.late || (fault.kind !== 'slow' && fault.kind !== 'dropped'))) {
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
