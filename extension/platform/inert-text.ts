// The function that makes a text safe for VS Code to draw. Its bundle is loaded with the first text.

export { escapeCodicons } from "../../shared/render/characters/sanitize-label.ts";
