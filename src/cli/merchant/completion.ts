/** Completion of commands and options in bash and zsh, from the table of the commands. */
import { type MerchantCommand, UsageError } from "./command.ts";

type Commands = Readonly<Record<string, MerchantCommand>>;

/** @param commands all that there are, by name */
export function completionCommand(commands: () => Commands): MerchantCommand {
  return {
    words: "<bash|zsh>",
    summary: "print the completion for a shell",
    details:
      'Put eval "$(wasl completion bash)" into ~/.bashrc, or eval "$(wasl completion zsh)" into ~/.zshrc.',
    run: async (_parts, { words: [shell = ""] }) => {
      if (shell !== "bash" && shell !== "zsh")
        throw new UsageError(`There is a completion for bash and for zsh, none for "${shell}".`);
      const text = (shell === "zsh" ? ["autoload -U +X bashcompinit && bashcompinit"] : [])
        .concat(scriptOf(commands()))
        .join("\n");
      return { text, json: { shell, script: text } };
    },
  };
}

function scriptOf(commands: Commands): string {
  const names = Object.keys(commands);
  const groups = Map.groupBy(names, (name) => name.split(" ")[0] ?? "");
  const second = [...groups]
    .map(([group, own]) => [group, own.map((name) => name.split(" ")[1]).filter(Boolean)] as const)
    .filter(([, words]) => words.length > 0)
    .map(([group, words]) => `    "2:${group} "*) words="${words.join(" ")}" ;;`);
  const options = Object.entries(commands).map(([name, { options = {} }]) => {
    const words = [...Object.keys(options), "json", "help"].map((option) => `--${option}`).join(" ");
    return `    *":${name} "*) words="${words}" ;;`;
  });
  return [
    "_wasl() {",
    `  local words="" current="\${COMP_WORDS[COMP_CWORD]}"`,
    `  case "$COMP_CWORD:\${COMP_WORDS[1]} \${COMP_WORDS[2]} " in`,
    `    "1:"*) words="${[...groups.keys()].join(" ")}" ;;`,
    ...second,
    ...options,
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -F _wasl wasl",
  ].join("\n");
}
