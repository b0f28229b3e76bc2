/** What a person asks, whatever door it came through; made by request grammar (question parsing), read by sparkcheck.ts. */
export interface Question {
  /** An application id, or a link to a Spark UI page, as typed. */
  target: string;
  /** Configured server name after `on`, or a URL in the terminal. */
  server?: string;
  attemptId?: string;
  query?: number;
  job?: number;
  stage?: { stageId: number; attemptId?: number };
}
