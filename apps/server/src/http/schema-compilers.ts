import createValidatorFactory from '@fastify/ajv-compiler';
import createSerializerFactory from '@fastify/fast-json-stringify-compiler';

type Compile<Route, Compiled> = (route: Route) => Compiled;
type Build<Components, Options, Route, Compiled> = (
  components: Components,
  options?: Options,
) => Compile<Route, Compiled>;

/**
 * Compiles a schema when it is first used, and equal schemas once per process. A start compiles none of the thousand schemas:
 * that took a third of its processor time. All routes have the same error responses, the store and the console have requests
 * in common, and the tests build many servers in one process.
 */
export const schemaController = {
  bucket: createBucket,
  compilersFactory: {
    buildValidator: compileOnce(createValidatorFactory(), validateLater),
    buildSerializer: compileOnce(buildSerializer, serializeLater),
  },
};

type Validate = ReturnType<ReturnType<ReturnType<typeof createValidatorFactory>>>;
type Serialize = ReturnType<createSerializerFactory.SerializerCompiler>;

/** Compiles what no request has used yet. A test calls it, so that a schema with an error is found. */
const waiting = new Set<() => void>();
export function compileWaiting(): number {
  const count = waiting.size;
  for (const compile of waiting) compile();
  return count;
}

function compileLater<Compiled>(compile: () => Compiled): () => Compiled {
  let compiled: Compiled | undefined;
  const get = () => {
    waiting.delete(get);
    compiled ??= compile();
    return compiled;
  };
  waiting.add(get);
  return get;
}

/** Fastify calls the function and reads its errors right after a refusal. */
function validateLater(compile: () => Validate): Validate {
  const get = compileLater(compile);
  const validate: { (data: unknown): unknown; errors?: Validate['errors'] } = (data) => {
    const compiled = get();
    const result = compiled(data);
    validate.errors = compiled.errors ?? null;
    return result;
  };
  return validate as Validate;
}

function serializeLater(compile: () => Serialize): Serialize {
  const get = compileLater(compile);
  return (data) => get()(data);
}

/** The components of a plugin: those of its parent and its own. Fastify would copy all of them for every plugin. */
function createBucket(inherited: unknown = {}) {
  const components = { ...(inherited as Record<string, object>) };
  return {
    add(component: unknown): never {
      const { $id } = component as { $id: string };
      if (Object.hasOwn(components, $id)) throw new Error(`There are two components ${$id}`);
      components[$id] = component as object;
      return undefined as never; // Fastify does not use what its types ask for
    },
    getSchema: (name: string) => components[name],
    getSchemas: () => ({ ...components }),
  };
}

function compileOnce<Components, Options, Route, Compiled>(
  build: Build<Components, Options, Route, Compiled>,
  later: (compile: () => Compiled) => Compiled,
): Build<Components, Options, Route, Compiled> {
  /** By the components and options, then by the schema. Not a cache: the routes limit its size. */
  const compilers = new Map<string, Compile<Route, Compiled>>();
  return (components, options) => {
    const key = JSON.stringify([Object.values<object>(components ?? {}).map(numberOf), options]);
    const compile = compilers.get(key) ?? rememberSchemas(build(components, options), later);
    compilers.set(key, compile);
    return compile;
  };
}

/** Equal components have the same number. Each plugin asks with all of them, and their text is long. */
const numbers = { byText: new Map<string, number>(), byComponent: new WeakMap<object, number>() };

function numberOf(component: object): number {
  const known = numbers.byComponent.get(component);
  if (known !== undefined) return known;
  const text = JSON.stringify(component);
  const number = numbers.byText.get(text) ?? numbers.byText.size;
  numbers.byText.set(text, number);
  numbers.byComponent.set(component, number);
  return number;
}

function rememberSchemas<Route, Compiled>(
  compile: Compile<Route, Compiled>,
  later: (compile: () => Compiled) => Compiled,
): Compile<Route, Compiled> {
  const compiled = new Map<string, Compiled>();
  return (route) => {
    const key = JSON.stringify((route as { schema?: unknown }).schema);
    const result = compiled.get(key) ?? later(() => compile(route));
    compiled.set(key, result);
    return result;
  };
}

const serializerFactory = createSerializerFactory();

/** The compiler of responses reads all components that it gets, for each schema again, so it gets only those in use. */
function buildSerializer(
  components: unknown,
  options?: createSerializerFactory.Options,
): createSerializerFactory.SerializerCompiler {
  const texts = new Map(Object.entries(components ?? {}).map(([name, each]) => [name, JSON.stringify(each)]));
  return (route) => {
    const inUse = listReferences(JSON.stringify(route.schema), texts);
    const chosen = Object.entries(components ?? {}).filter(([name]) => inUse.has(name));
    return serializerFactory(Object.fromEntries(chosen), options)(route);
  };
}

/** The components that a schema refers to, directly or through others. */
function listReferences(schema: string, components: Map<string, string>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of schema.matchAll(/"\$ref":"([^"#]+)#/g)) {
    if (found.has(name)) continue;
    listReferences(components.get(name) ?? '', components, found.add(name));
  }
  return found;
}
