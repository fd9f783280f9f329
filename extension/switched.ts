import { Disposable } from "vscode";
import type { Session } from "./session.ts";
import type { Settings } from "./settings.ts";

/** What `open` makes is there exactly while the settings want it. */
export function switched(session: Session, isOn: (settings: Settings) => boolean, open: () => Disposable): Disposable {
  let opened: Disposable | undefined;

  function settle(): void {
    const wanted = isOn(session.settings);
    if (wanted === (opened !== undefined)) return;
    opened?.dispose();
    opened = wanted ? open() : undefined;
  }

  settle();
  return Disposable.from(session.onDidChangeSettings(settle), new Disposable(() => opened?.dispose()));
}
