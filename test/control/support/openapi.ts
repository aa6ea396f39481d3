import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../../mock/openapi/json-schemas.ts';

interface Media {
  readonly schema: Json;
}

interface Response {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: Json }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** One exchange with a server that the document must describe. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/*$`);
}

/** Reads an OpenAPI document like an independent validator, without knowing our schemas. */
export class OpenApi {
  readonly #paths: Paths;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: Json) {
    this.#paths = document['paths'] as Paths;
    this.#ajv.addSchema({ ...document, $id: 'document' });
  }

  /** The id of every operation. */
  get operationIds(): string[] {
    return Object.values(this.#paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
  }

  operationOf({ method, path }: Pick<Described, 'method' | 'path'>): Operation | undefined {
    const found = Object.entries(this.#paths).find(([template]) => pattern(template).test(path));
    return found?.[1][method.toLowerCase()];
  }

  /** Lists how the answer differs from the document; empty if it does not. */
  differences(exchange: Described): string[] {
    const operation = this.operationOf(exchange);
    if (operation === undefined) return [`no operation ${exchange.method} ${exchange.path}`];
    const response = operation.responses[exchange.status] ?? operation.responses['default'];
    if (response === undefined) return [`no response ${exchange.status}`];
    const key = `${operation.operationId} ${exchange.status}`;
    return [
      ...this.#headerDifferences(key, response, exchange.headers),
      ...this.#bodyDifferences(key, response, exchange),
    ].map((difference) => `${key}: ${difference}`);
  }

  #headerDifferences(key: string, { headers = {} }: Response, sent: Headers): string[] {
    return Object.entries(headers).flatMap(([name, { required = false, schema }]) => {
      const value = sent.get(name);
      if (value === null) return required ? [`no header ${name}`] : [];
      // A header is a text, whatever a generated client makes of it.
      const read = schema['type'] === 'integer' ? Number(value) : value;
      return this.#faults(`${key} ${name}`, schema, read);
    });
  }

  #bodyDifferences(key: string, { content }: Response, { headers, text }: Described): string[] {
    if (content === undefined) return text === '' ? [] : ['a body where none is described'];
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const media = content[type];
    if (media === undefined) return [`the media type ${type}`];
    return this.#faults(key, media.schema, type === 'application/json' ? JSON.parse(text) : text);
  }

  #faults(key: string, schema: Json, value: unknown): string[] {
    const inDocument = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
    ) as Json;
    const validate = this.#compiled.get(key) ?? this.#ajv.compile(inDocument);
    this.#compiled.set(key, validate);
    validate(value);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }
}
