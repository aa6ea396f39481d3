// Libraries that the pages show and that are not installed here.
declare module 'undici';

declare module '@aws-sdk/client-sqs' {
  export interface Message {
    readonly Body?: string;
    readonly ReceiptHandle?: string;
    readonly Attributes?: { readonly ApproximateReceiveCount?: string };
  }
  export class SQS {
    sendMessage(input: object): Promise<object>;
    receiveMessage(input: object): Promise<{ Messages?: Message[] }>;
    changeMessageVisibility(input: object): Promise<object>;
    deleteMessage(input: object): Promise<object>;
  }
}

declare module 'amqplib' {
  namespace amqp {
    interface ConsumeMessage {
      readonly content: Buffer;
    }
    interface Emitter {
      on(name: string, listener: (...facts: any[]) => void): void;
    }
    interface Channel extends Emitter {
      assertQueue(name: string, options: object): Promise<object>;
      publish(
        ...args: [string, string, Buffer, object, (error: Error | null | undefined) => void]
      ): boolean;
      prefetch(count: number): Promise<object>;
      consume(
        queue: string,
        take: (message: ConsumeMessage | null) => void,
        options: object,
      ): Promise<object>;
      cancel(consumerTag: string): Promise<object>;
      get(queue: string): Promise<ConsumeMessage | false>;
      ack(message: ConsumeMessage): void;
      nack(message: ConsumeMessage, allUpTo?: boolean, requeue?: boolean): void;
    }
    function connect(url: string): Promise<Emitter & { createConfirmChannel(): Promise<Channel> }>;
  }
  export default amqp;
}
