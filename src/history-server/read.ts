/** What the rest of the product may use of this room. */
export { newReadContext, MAX_REQUESTS, type ReadContext, type ReadProgress } from './read-context.ts';
export {
  closeServers,
  openServers,
  plainServer,
  type Auth,
  type RequestLimits,
  type Server,
  type Servers,
} from './servers.ts';
export { locate, type Located } from './locate.ts';
export { readRun } from './read-run.ts';
export { readDetails, type WantedDetails } from './read-details.ts';
export { type WantedStage } from './read-stage.ts';
export { listApplications, type ListedRun, type ListQuery } from './list-applications.ts';
export { anyServerAnswers, examineServers, type ServerExamination } from './examine-servers.ts';
