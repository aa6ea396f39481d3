import { run } from '../../../examples/queues/restate.ts';
import { serveMachine } from './serve-machine.ts';

await serveMachine(run);
