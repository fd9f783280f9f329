import type { TreeView } from "vscode";
import type { RowBundle } from "./drawn-rows.ts";
import type { ShownPlaces } from "./shown-tree.ts";

/** The title, message and badge around the rows of a view. VS Code gets only what has changed. */
export interface ViewFrame {
  /** Updates the title, the message over the rows, and the badge. */
  tell(made: RowBundle, shown: ShownPlaces): void;
  /** Updates only the badge, which is visible while the view is hidden, too. */
  tellBadge(made: RowBundle, shown: ShownPlaces): void;
}

export function viewFrame<Element>(view: () => TreeView<Element>): ViewFrame {
  function tellBadge(made: RowBundle, shown: ShownPlaces): void {
    const badge = made.badgeOf(shown);
    const { badge: before } = view();
    if (before?.value !== badge?.value || before?.tooltip !== badge?.tooltip) Object.assign(view(), { badge });
  }

  return {
    tellBadge,
    tell(made, shown) {
      const [title, message] = [made.titleOf(shown), made.messageOf(shown)];
      // With a single view VS Code shows its title, and no description.
      if (title !== "" && view().title !== title) view().title = title;
      // VS Code may return "" for a message that was never set.
      if ((view().message || undefined) !== message) Object.assign(view(), { message });
      tellBadge(made, shown);
    },
  };
}
