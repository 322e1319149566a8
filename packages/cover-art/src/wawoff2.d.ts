declare module 'wawoff2/decompress.js' {
  export default function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
