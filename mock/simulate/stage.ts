import type { Engine } from '../engine/engine.ts';
import type { MockService } from '../fake/mock-service.ts';
import type { AddedOrganization } from '../service/controls/organizations.ts';
import type { Books } from './books.ts';
import type { Durable } from './context.ts';
import type { Story } from './story.ts';
import type { Timeline } from './timeline.ts';

/** What the parts of one world share. */
export interface Stage {
  readonly mock: MockService;
  readonly engine: Engine;
  readonly timeline: Timeline;
  readonly story: Story;
  readonly books: Books;
  readonly durable: Durable;
  readonly producer: AddedOrganization;
  readonly buyer: AddedOrganization;
  readonly webhookSecret: string;
}
