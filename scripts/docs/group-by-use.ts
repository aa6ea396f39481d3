import {
  type Application,
  Converter,
  type DeclarationReflection,
  makeRecursiveVisitor,
  ReflectionGroup,
  ReflectionKind,
  type SomeType,
} from 'typedoc';

type Declarations = ReadonlySet<DeclarationReflection>;

const isError = ({ name }: DeclarationReflection): boolean => /Errors?$/.test(name);

/** What a program calls, or makes with `new`. */
const isCalled = (each: DeclarationReflection): boolean =>
  each.kindOf([ReflectionKind.Function, ReflectionKind.Class]) && !isError(each);

/** Returns what the types of a declaration name, the nearest first. */
function namedBy(root: DeclarationReflection, within: Declarations): DeclarationReflection[] {
  const found = new Set<DeclarationReflection>();
  const visitType = (type: SomeType | undefined): void => {
    type?.visit(
      makeRecursiveVisitor({
        reference: ({ reflection }) => {
          const target = reflection as DeclarationReflection | undefined;
          if (target && within.has(target)) found.add(target);
        },
        reflection: ({ declaration }) => visit(declaration),
      }),
    );
  };
  const visit = (each: DeclarationReflection): void => {
    visitType(each.type);
    for (const base of each.extendedTypes ?? []) visitType(base);
    for (const signature of each.getAllSignatures()) {
      for (const parameter of signature.parameters ?? []) visitType(parameter.type);
      visitType(signature.type);
    }
    for (const child of each.children ?? []) visit(child);
  };
  visit(root);
  found.delete(root);
  return [...found];
}

/** Gives each type to the call that needs it by the fewest steps; of equal ones, to the first. */
function typesByCall(
  calls: readonly DeclarationReflection[],
  types: Declarations,
): Map<DeclarationReflection, DeclarationReflection[]> {
  const owned = new Map(calls.map((call): [typeof call, (typeof call)[]] => [call, []]));
  const left = new Set(types);
  let edge = calls.map((call) => ({ call, at: call }));
  while (edge.length > 0) {
    edge = edge.flatMap(({ call, at }) =>
      namedBy(at, left).map((type) => {
        left.delete(type);
        owned.get(call)?.push(type);
        return { call, at: type };
      }),
    );
  }
  return owned;
}

/** Lists what a module exports by use: what is called, then the types of each call, then errors. */
function groupsOf(module: DeclarationReflection): ReflectionGroup[] {
  const all = module.children ?? [];
  const calls = all.filter(isCalled);
  const errors = all.filter(isError);
  const types = new Set(all.filter((each) => !isCalled(each) && !isError(each)));
  const owned = typesByCall(calls, types);
  const rest = [...types].filter((type) => ![...owned.values()].flat().includes(type));
  const parts: [title: string, children: DeclarationReflection[]][] = [
    ['Functions and classes', calls],
    ...[...owned].map(([call, its]): [string, DeclarationReflection[]] => [
      `For ${call.name}`,
      its,
    ]),
    ['Errors', errors],
    [calls.length === 0 ? 'Types' : 'Values and other types', rest],
  ];
  return parts
    .filter(([, children]) => children.length > 0)
    .map(([title, children]) => {
      const group = new ReflectionGroup(title, module);
      group.children = children;
      return group;
    });
}

/** Makes TypeDoc list each entry point by use, instead of by kinds of declarations. */
export function groupByUse(app: Application): void {
  // After TypeDoc has made its own groups.
  const last = -1_000_000;
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const module of project.children ?? []) module.groups = groupsOf(module);
    },
    last,
  );
}
