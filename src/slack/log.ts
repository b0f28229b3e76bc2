/** What this room needs of a log; pino's is one. Facts are ids and codes, never payloads: those hold what people typed. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
