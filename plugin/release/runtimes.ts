/** A program that runs ours, or a library that such a program contains. */
export interface RuntimePart {
  readonly name: string;
  /** SPDX expressions, or a name of several licences where SPDX has none. */
  readonly license: string;
  readonly homepage: string;
}

/** Where Bun has the licences of all its parts, and how to link it again with another JavaScriptCore. */
export function bunLicenseAddress(version: string): string {
  return `https://github.com/oven-sh/bun/blob/bun-v${version}/LICENSE.md`;
}

/** The libraries that the executables contain through Bun (LICENSE.md of Bun, "Linked libraries"). */
export const bunLibraries: readonly RuntimePart[] = [
  ["JavaScriptCore and WebKit", "LGPL-2.0-only", "https://github.com/oven-sh/WebKit"],
  ["BoringSSL", "Apache-2.0", "https://boringssl.googlesource.com/boringssl/"],
  ["Brotli", "MIT", "https://github.com/google/brotli"],
  ["libarchive", "BSD-2-Clause", "https://github.com/libarchive/libarchive"],
  ["lol-html", "BSD-3-Clause", "https://github.com/cloudflare/lol-html"],
  ["ls-hpack", "MIT", "https://github.com/litespeedtech/ls-hpack"],
  ["ls-qpack", "MIT", "https://github.com/litespeedtech/ls-qpack"],
  ["lsquic", "MIT AND BSD-3-Clause", "https://github.com/litespeedtech/lsquic"],
  ["mimalloc", "MIT", "https://github.com/microsoft/mimalloc"],
  ["picohttpparser", "MIT", "https://github.com/h2o/picohttpparser"],
  ["zstd", "BSD-3-Clause", "https://github.com/facebook/zstd"],
  ["simdutf", "Apache-2.0", "https://github.com/simdutf/simdutf"],
  ["tinycc", "LGPL-2.1-only", "https://github.com/tinycc/tinycc"],
  ["uSockets", "Apache-2.0", "https://github.com/uNetworking/uSockets"],
  ["uWebSockets", "Apache-2.0", "https://github.com/jarred-sumner/uwebsockets"],
  ["zlib-ng", "Zlib", "https://github.com/zlib-ng/zlib-ng"],
  ["c-ares", "MIT", "https://github.com/c-ares/c-ares"],
  ["ICU", "Unicode-3.0", "https://github.com/unicode-org/icu"],
  ["base64", "BSD-2-Clause", "https://github.com/aklomp/base64"],
  ["libuv", "MIT", "https://github.com/libuv/libuv"],
  ["libdeflate", "MIT", "https://github.com/ebiggers/libdeflate"],
  ["libjpeg-turbo", "BSD-3-Clause AND IJG AND Zlib", "https://github.com/libjpeg-turbo/libjpeg-turbo"],
  ["libspng", "BSD-2-Clause", "https://github.com/randy408/libspng"],
  ["libwebp", "BSD-3-Clause", "https://github.com/webmproject/libwebp"],
  ["Highway", "Apache-2.0", "https://github.com/google/highway"],
  ["uucode", "MIT", "https://github.com/jacobsandlund/uucode"],
  ["TigerBeetle", "Apache-2.0", "https://github.com/tigerbeetle/tigerbeetle"],
  ["libc++abi", "Apache-2.0 WITH LLVM-exception", "https://github.com/llvm/llvm-project"],
].map(([name = "", license = "", homepage = ""]) => ({ name, license, homepage }));
