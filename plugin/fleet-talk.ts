import { harmless } from "../shared/render/safe.ts";

/** What others say about clusters, each line with its context in front. */
export interface FleetTalk {
  readonly said: (name: string, text: string) => void;
  /** What has no line break yet. */
  readonly close: () => void;
}

export function talkOf({ tell }: { readonly tell: (text: string) => void }): FleetTalk {
  const rests = new Map<string, string>();
  const say = (name: string, line: string): void => tell(`${harmless(name)}: ${harmless(line)}\n`);
  return {
    said(name, text) {
      const lines = `${rests.get(name) ?? ""}${text}`.split("\n");
      rests.set(name, lines.pop() ?? "");
      for (const line of lines) say(name, line);
    },
    close() {
      for (const [name, rest] of rests) if (rest !== "") say(name, rest);
      rests.clear();
    },
  };
}
