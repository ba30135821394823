/** How a file that may be of any type is described: first as the bytes that programs take it for. */
export const anyFile: readonly string[] = ['application/octet-stream', '*/*'];
