export function PageError({ error }: { error: unknown }) {
  return <p>{String(error)}</p>;
}
