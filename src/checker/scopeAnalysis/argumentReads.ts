// What a script reads of its arguments, wherever it has them from: `codemode.args`, a variable that holds them, the parameter of its `main`.
// Whoever writes down what it takes must miss none, so that a use which cannot be followed may read any.
import type { AnyNode, Pattern, Program } from 'acorn';
import type { ArgumentReads } from '../scriptSignature.ts';
import { findForm } from '../source/form.ts';
import { applyEdits } from '../source/offsetMap.ts';
import { readSource } from '../source/readSource.ts';
import { functionOf } from '../sourceLocations/returnedValues.ts';
import { eachChild, parseProgram, staticKey } from '../syntaxTree.ts';
import type { Binding } from './scope.ts';
import { analyzeScopes, type Scopes } from './scopes.ts';

/** Of code without a fence; of what cannot be read, any. */
export function argumentReads(code: string): ArgumentReads {
  const read = readSource(code);
  if (!read.ok) return { names: [], isWhole: true };
  const { program, text } = read.script;
  // As it runs: what is called with the arguments is called by the code then.
  const formed = parseProgram(applyEdits(text, findForm(program, text, analyzeScopes(program)).edits).text);
  if (!formed.ok) return { names: [], isWhole: true };
  const reader = new ArgumentReader(formed.program);
  return { names: [...reader.names].map(([name, isOptional]) => ({ name, isOptional })), isWhole: reader.isWhole };
}

/** What the tag of a doc comment can name. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

class ArgumentReader {
  /** And whether the code goes without. */
  readonly names = new Map<string, boolean>();
  isWhole = false;
  readonly #scopes: Scopes;
  readonly #parents = new Map<AnyNode, AnyNode>();
  readonly #held = new Set<Binding>();

  constructor(program: Program) {
    this.#scopes = analyzeScopes(program);
    this.#visit(program);
    const { freeNodes, globalThisNodes } = this.#scopes;
    for (const node of freeNodes) if (node.name === 'codemode') this.#use(node, ['args']);
    for (const node of [...freeNodes, ...globalThisNodes])
      if (node.type === 'ThisExpression' || node.name === 'globalThis') this.#use(node, ['codemode', 'args']);
  }

  #visit(node: AnyNode): void {
    eachChild(node, (child) => {
      this.#parents.set(child, node);
      this.#visit(child);
    });
  }

  /** `path`: where in the value of `node` the arguments are; empty for themselves. */
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
        // `codemode.args ?? {}`
        if (parent.left === node) this.#use(parent, path);
        else this.#escape();
        break;
      case 'MemberExpression': {
        const key = parent.object === node ? staticKey(parent.property, parent.computed) : undefined;
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
        this.#escape();
    }
  }

  /** A variable, or those of a pattern, have them. */
  #hold(pattern: Pattern | undefined, path: readonly string[]): void {
    switch (pattern?.type) {
      case 'AssignmentPattern':
        this.#hold(pattern.left, path);
        break;
      case 'Identifier': {
        const binding = this.#scopes.bindingOf.get(pattern);
        if (!binding || binding.reassigned) this.#escape();
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
            const { key, computed, value } = property;
            this.#member(staticKey(key, computed), path, value.type === 'AssignmentPattern', (inner) => this.#hold(value, inner));
          }
        }
        break;
      default:
        this.#escape();
    }
  }

  #member(key: string | undefined, path: readonly string[], isOptional: boolean, follow: (path: readonly string[]) => void): void {
    const [next, ...inner] = path;
    if (key === undefined || (next === undefined && !identifier.test(key))) this.#escape();
    else if (next === undefined) this.names.set(key, isOptional || this.names.get(key) === true);
    else if (key === next) follow(inner);
  }

  /** They go where we do not look. */
  #escape(): void {
    this.isWhole = true;
  }

  /** `codemode.args.unit ?? "C"`, `codemode.args.filter?.paid` */
  #goesWithout(read: AnyNode): boolean {
    const parent = this.#parents.get(read);
    if (parent?.type === 'ChainExpression') return this.#goesWithout(parent);
    if (parent?.type === 'LogicalExpression') return parent.left === read && parent.operator !== '&&';
    return parent?.type === 'MemberExpression' && parent.object === read && parent.optional;
  }
}
