// Finds the arguments that a script reads, through `codemode.args`, a variable that holds the arguments, or the
// parameter of its `main`. A generated signature must miss none of them, so a use that cannot be followed counts as
// reading any argument.
import type { AnyNode, Pattern, Program } from 'acorn';
import { plainName } from '../../base/jsonLiteral.ts';
import type { ArgumentReads } from '../scriptSignature.ts';
import { findForm } from '../source/form.ts';
import { applyEdits } from '../source/offsetMap.ts';
import { readSource } from '../source/readSource.ts';
import { functionOf } from '../sourceLocations/returnedValues.ts';
import { parseProgram, staticKey, walk } from '../syntaxTree.ts';
import { analyzeScopes, type Binding, type Scopes } from './scopes.ts';

/** Returns the arguments that the code, without Markdown fence, reads: any of them if it cannot be parsed. */
export function argumentReads(code: string): ArgumentReads {
  const read = readSource(code);
  if (!read.ok) return { names: [], isWhole: true };
  const { program, text } = read;
  // The form is applied first, because only the resulting code calls `main` with the arguments.
  const formed = parseProgram(applyEdits(text, findForm(program, text, analyzeScopes(program)).edits).text);
  if (!formed.ok) return { names: [], isWhole: true };
  const reader = new ArgumentReader(formed.program);
  return {
    names: [...reader.names].map(([name, isOptional]) => ({ name, isOptional })),
    isWhole: reader.isWhole,
  };
}

class ArgumentReader {
  /** Argument names. The value is true if the code also works without the argument. */
  readonly names = new Map<string, boolean>();
  /** True after a use that cannot be followed. */
  isWhole = false;
  readonly #scopes: Scopes;
  readonly #parents = new Map<AnyNode, AnyNode>();
  readonly #held = new Set<Binding>();

  constructor(program: Program) {
    this.#scopes = analyzeScopes(program);
    walk(program, (node, parent) => {
      if (parent) this.#parents.set(node, parent);
    });
    for (const { node } of this.#scopes.free.values()) {
      if (node.name === 'codemode') this.#use(node, ['args']);
      if (node.name === 'globalThis') this.#use(node, ['codemode', 'args']);
    }
    for (const node of this.#scopes.globalThisNodes) this.#use(node, ['codemode', 'args']);
  }

  /** Records a use of `node`. `path` leads from its value to the arguments; it is empty for these themselves. */
  #use(node: AnyNode, path: readonly string[]): void {
    const parent = this.#parents.get(node);
    switch (parent?.type) {
      case 'ExpressionStatement':
      case 'UnaryExpression':
        break;
      case 'ChainExpression':
        this.#use(parent, path);
        break;
      case 'LogicalExpression':
        // The left side of an expression such as `codemode.args ?? {}`.
        if (parent.left === node) this.#use(parent, path);
        else this.isWhole = true;
        break;
      case 'MemberExpression': {
        const key = parent.object === node ? staticKey(parent) : undefined;
        this.#member(key, path, this.#goesWithout(parent), (inner) => this.#use(parent, inner));
        break;
      }
      case 'VariableDeclarator':
        this.#hold(parent.id, path);
        break;
      case 'CallExpression': {
        const parameters = functionOf(parent.callee, this.#scopes)?.params ?? [];
        this.#hold(parameters[parent.arguments.findIndex((argument) => argument === node)], path);
        break;
      }
      default:
        this.isWhole = true;
    }
  }

  /** Follows the arguments into a variable, or into the variables of a pattern. */
  #hold(pattern: Pattern | undefined, path: readonly string[]): void {
    switch (pattern?.type) {
      case 'AssignmentPattern':
        this.#hold(pattern.left, path);
        break;
      case 'Identifier': {
        const binding = this.#scopes.bindingOf.get(pattern);
        if (!binding || binding.reassigned) this.isWhole = true;
        else if (!this.#held.has(binding)) {
          this.#held.add(binding);
          for (const use of binding.references) this.#use(use, path);
        }
        break;
      }
      case 'ObjectPattern':
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') this.#hold(property.argument, path);
          else {
            const { value } = property;
            const isOptional = value.type === 'AssignmentPattern';
            this.#member(staticKey(property), path, isOptional, (inner) => this.#hold(value, inner));
          }
        }
        break;
      default:
        this.isWhole = true;
    }
  }

  #member(
    key: string | undefined,
    path: readonly string[],
    isOptional: boolean,
    follow: (path: readonly string[]) => void,
  ): void {
    const [next, ...inner] = path;
    // The tag of a doc comment can contain only a plain name.
    if (key === undefined || (next === undefined && !plainName.test(key))) this.isWhole = true;
    else if (next === undefined) this.names.set(key, isOptional || this.names.get(key) === true);
    else if (key === next) follow(inner);
  }

  /** True for a read with a fallback, such as `codemode.args.unit ?? "C"` or `codemode.args.filter?.paid`. */
  #goesWithout(read: AnyNode): boolean {
    const parent = this.#parents.get(read);
    if (parent?.type === 'ChainExpression') return this.#goesWithout(parent);
    if (parent?.type === 'LogicalExpression') return parent.left === read && parent.operator !== '&&';
    return parent?.type === 'MemberExpression' && parent.object === read && parent.optional;
  }
}
