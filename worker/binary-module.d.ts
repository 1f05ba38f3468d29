/** A file that wrangler bundles as a `Data` module (see `wrangler.toml`). */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
