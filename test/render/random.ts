/** A number in [0, 1) from a seed, the next one from the same function: failures can be run again (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of `all`. */
export function pick<T>(next: () => number, all: readonly T[]): T {
  const found = all[Math.floor(next() * all.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

const pieces: readonly string[] = [
  ..." abcXYZ019.-/:@'\"`$#;\\|&<>*_~\n\t".split(""),
  "word",
  "KubeVirt",
  "kubevirt-hyperconverged",
  "quay.io/kubevirt/virt-operator@sha256:0123456789abcdef0123456789abcdef",
  "中",
  "文字",
  "한글",
  "ｱ",
  "ａ",
  "é",
  "e\u0301",
  "z\u0300\u0301\u0302\u0303\u0304\u0305\u0306",
  "\u0301",
  "क्षि",
  "ก็",
  "\u1100\u1161",
  "👍🏽",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "🇩",
  "❤️",
  "1️⃣",
  "🏻",
  "🏴\u{e0067}\u{e0062}\u{e007f}",
  "✗",
  "…",
  "·",
  "│",
  "\u001b[31m",
  "\u001b]0;x\u0007",
  "\u001b",
  "\u009b2J",
  "\r",
  "\r\n",
  "\u0000",
  "\b",
  "\u007f",
  "\u0085",
  "\u000b",
  "\f",
  "\u202e",
  "\u202a",
  "\u2066",
  "\u2069",
  "\u200e",
  "\u200f",
  "\u061c",
  "\u2028",
  "\u2029",
  "\u200b",
  "\u200c",
  "\u200d",
  "\ufeff",
  "\u2060",
  "\u00ad",
  "\u034f",
  "\u115f",
  "\u3164",
  "\uffa0",
  "\ufe0f",
  "\ufe0e",
  "\u{e0100}",
  "\u{e0041}",
  "\ufff9",
  "\ufffe",
  "\u{1fffe}",
  "\ud800",
  "\udc00",
  "\u0600",
  "\u00a0",
  "\u2003",
  "\u3000",
];

/** Text of up to `most` pieces: words, controls, wide and joined characters, everything a cluster might send. */
export function hostileText(next: () => number, most = 40): string {
  return Array.from({ length: Math.floor(next() * most) }, () =>
    next() < 0.05 ? String.fromCodePoint(Math.floor(next() * 0x10ffff)) : pick(next, pieces),
  ).join(next() < 0.5 ? "" : " ");
}
