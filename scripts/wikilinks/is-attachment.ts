const EXTENSIONS =
  /\.(?:3gp|avi|avif|base|bmp|canvas|csv|docx?|excalidraw|flac|gif|html?|ico|jpe?g|json|m4[av]|mkv|mov|mp[34]|og[gv]|pdf|png|pptx?|svg|tiff?|txt|wav|webm|webp|xlsx?|zip)$/i;

/** Whether a target is a file that is no note: a picture, a sound, a document. */
export function isAttachment(target: string): boolean {
  return EXTENSIONS.test(target.split("#", 1)[0]!.trim());
}
