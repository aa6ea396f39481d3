/** An engine that runs the jobs of a queue's example, and what it has run. */
export interface Engine {
  readonly name: string;
  /** The program of its machines. */
  readonly program: URL;
  /** The variables of one machine, beside the service's. */
  envOf(machine: number): Record<string, string>;
  /** Every workflow that was ever started, by the record that it is for. */
  workflows(): Promise<Workflow[]>;
  stop(): Promise<void>;
}

export interface Workflow {
  readonly cdrId: string;
  /** It ended, and well. */
  readonly isDone: boolean;
}
