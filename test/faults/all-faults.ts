import { CONTENT_FAULTS } from './content-faults.ts';
import type { Fault } from './fault.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { REDIRECT_FAULTS, STATUS_FAULTS } from './status-faults.ts';
import { TRANSPORT_FAULTS } from './transport-faults.ts';

export const FAULTS: Fault[] = [
  ...STATUS_FAULTS,
  ...REDIRECT_FAULTS,
  ...CONTENT_FAULTS,
  ...FIELD_FAULTS,
  ...TRANSPORT_FAULTS,
];
