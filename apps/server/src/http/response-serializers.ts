import createSerializerFactory from '@fastify/fast-json-stringify-compiler';

/** By the components of the contract, then by the schema of the response. Not a cache: the routes limit its size. */
const compiled = new Map<string, Map<string, createSerializerFactory.Serializer>>();

/**
 * Compiles equal response schemas once per process. All routes have the same error responses, and the tests build many
 * servers in one process.
 */
export const buildResponseSerializer: createSerializerFactory.SerializerFactory = (components, options) => {
  const compile = createSerializerFactory()(components, options);
  const key = JSON.stringify(components);
  const serializers = compiled.get(key) ?? new Map<string, createSerializerFactory.Serializer>();
  compiled.set(key, serializers);
  return (route) => {
    const schema = JSON.stringify(route.schema);
    const serializer = serializers.get(schema) ?? compile(route);
    serializers.set(schema, serializer);
    return serializer;
  };
};
