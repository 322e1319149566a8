export default function CatalogGame() {
  return null;
}
