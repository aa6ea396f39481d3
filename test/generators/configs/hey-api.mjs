/** Refuses names that the document does not allow: hey-api's zod objects drop them. */
const object = ({ $, nodes, plugin, schema, ...rest }) => {
  const ctx = { $, nodes, plugin, schema, ...rest };
  if (schema.additionalProperties?.type !== 'never') return nodes.base(ctx);
  return $(plugin.imports.z).attr('strictObject').call(nodes.shape(ctx));
};

const outputOf = (name, zod) => ({
  input: process.env.OPENAPI,
  output: `generated/${name}`,
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', zod],
});

export default [
  outputOf('hey-api', { name: 'zod', $resolvers: { object } }),
  outputOf('hey-api-loose', 'zod'),
];
