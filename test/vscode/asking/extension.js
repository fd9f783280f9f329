// Each line of the socket is a question, the text of a function that takes `vscode` first; each answer is a line too.
const { connect } = require("node:net");
const { createInterface } = require("node:readline");
const vscode = require("vscode");

exports.activate = ({ subscriptions }) => {
  const socket = connect(process.env.HCO_STATUS_ASKING);
  subscriptions.push({ dispose: () => socket.destroy() });
  createInterface({ input: socket }).on("line", async (line) => {
    const { id, question, values } = JSON.parse(line);
    let answer;
    try {
      const ask = new Function(`return (${question});`)();
      answer = { value: await ask(vscode, ...values) };
    } catch (cause) {
      answer = { error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
    }
    socket.write(`${JSON.stringify({ id, ...answer })}\n`);
  });
};
