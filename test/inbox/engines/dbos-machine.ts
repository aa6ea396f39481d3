import { run } from '../../../examples/queues/dbos.ts';
import { serveMachine } from './serve-machine.ts';

await serveMachine(run);
