import { z } from 'zod';

/** `recording.json` of a folder: which answers were recorded, from where and when, and which file holds each. */
export const recordingShape = z.object({
  situation: z.string(),
  application: z.object({ id: z.string(), name: z.string(), sparkVersion: z.string().nullable() }),
  serverVersion: z.string().nullable(),
  /** When the server answered, as its `Date` header said: the "now" of a running application. */
  recordedAt: z.string(),
  calls: z.array(
    z.object({
      /** Below `/api/v1/`, query string included. */
      path: z.string(),
      status: z.number().int(),
      contentType: z.string(),
      file: z.string(),
    }),
  ),
});
export type Recording = z.infer<typeof recordingShape>;
