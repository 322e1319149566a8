import createValidatorFactory from '@fastify/ajv-compiler';
import createSerializerFactory from '@fastify/fast-json-stringify-compiler';

type Compile<Route, Compiled> = (route: Route) => Compiled;
type Build<Components, Options, Route, Compiled> = (
  components: Components,
  options?: Options,
) => Compile<Route, Compiled>;

/**
 * Compiles equal schemas once per process. All routes have the same error responses, the store and the console have
 * requests in common, and the tests build many servers in one process.
 */
export const schemaCompilers = {
  buildValidator: compileOnce(createValidatorFactory()),
  buildSerializer: compileOnce(buildSerializer),
};

function compileOnce<Components, Options, Route, Compiled>(
  build: Build<Components, Options, Route, Compiled>,
): Build<Components, Options, Route, Compiled> {
  /** By the components and options, then by the schema. Not a cache: the routes limit its size. */
  const compilers = new Map<string, Compile<Route, Compiled>>();
  return (components, options) => {
    const key = JSON.stringify([components, options]);
    const compile = compilers.get(key) ?? rememberSchemas(build(components, options));
    compilers.set(key, compile);
    return compile;
  };
}

function rememberSchemas<Route, Compiled>(compile: Compile<Route, Compiled>): Compile<Route, Compiled> {
  const compiled = new Map<string, Compiled>();
  return (route) => {
    const key = JSON.stringify((route as { schema?: unknown }).schema);
    const result = compiled.get(key) ?? compile(route);
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
