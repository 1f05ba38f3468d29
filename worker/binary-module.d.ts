/** A file that `wrangler.toml` bundles as a `Data` module. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
