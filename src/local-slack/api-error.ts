/** A Web API call that answers `ok: false`; `code` is Slack's own error string. */
export class ApiError extends Error {
  readonly code: string;
  /** Fields beside `error` in the answer, e.g. `needed` or `response_metadata`. */
  readonly extra: Record<string, unknown>;

  constructor(code: string, extra: Record<string, unknown> = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.extra = extra;
  }
}
