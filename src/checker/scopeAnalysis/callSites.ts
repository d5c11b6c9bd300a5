// Finds how often a script makes each call at most, and which arguments the code spells out, so that a person can see
// this before the script runs. Results that the code does not show are undefined. The analysis takes linear time.
import type { AnyNode, CallExpression, ObjectExpression, Program } from 'acorn';
import { productOfCounts, sumOfCounts, type CallCount, type ToolReference } from '../checkedScript.ts';
import { resolved } from '../sourceLocations/returnedValues.ts';
import { type AnyFunction, isFunction, staticKey, walk } from '../syntaxTree.ts';
import { isGlobal, type Binding, type Scopes } from './scopes.ts';

export type CallSite = Pick<ToolReference, 'times' | 'arguments'>;

/** Maximum length of the arguments of one call, and of all calls together, in characters. */
const longestArguments = 300;
const allArguments = 20_000;
/** Maximum length of one value, in characters. */
const longestValue = 120;
/** Maximum length of a call that a quoted line shows completely, in characters. */
const quotedLength = 150;
/** Maximum number of values of one call that are examined. */
const mostSteps = 100;

const onceCallbacks = new Set(['then', 'catch', 'finally']);
const eachCallbacks = new Set(
  'map forEach filter flatMap some every find findIndex findLast findLastIndex'.split(' '),
);
const loopCallbacks = new Set('reduce reduceRight from sort toSorted replace replaceAll'.split(' '));

/** Returns a function that finds the call of a name or member. `text` is the program's code. */
export function findCallSites(
  program: Program,
  scopes: Scopes,
  text: string,
): (callee: AnyNode) => CallSite | undefined {
  // The counter is created at first use, because most scripts need it only for calls of tools.
  let counter: CallCounter | undefined;
  let left = allArguments;
  return (callee) => {
    counter ??= new CallCounter(program, scopes);
    const call = counter.calls.get(callee);
    if (!call) return undefined;
    const times = counter.timesOf(call);
    const shown = left > 0 ? argumentsText(call, scopes, text) : undefined;
    left -= shown?.length ?? 0;
    return { ...(times !== undefined && { times }), ...(shown !== undefined && { arguments: shown }) };
  };
}

class CallCounter {
  /** Calls by what they call. */
  readonly calls = new Map<AnyNode, CallExpression>();
  readonly #program: Program;
  readonly #scopes: Scopes;
  readonly #parents = new Map<AnyNode, AnyNode>();
  readonly #known = new Map<AnyNode, CallCount | undefined>();

  constructor(program: Program, scopes: Scopes) {
    this.#program = program;
    this.#scopes = scopes;
    walk(program, (node, parent) => {
      if (node.type === 'CallExpression') this.calls.set(node.callee, node);
      if (parent) this.#parents.set(node, parent);
    });
  }

  /** Returns how often the node is evaluated at most; undefined if unknown. */
  timesOf(node: AnyNode): CallCount | undefined {
    if (this.#known.has(node)) return this.#known.get(node);
    // A node that depends on itself has an unknown count.
    this.#known.set(node, undefined);
    const times = this.#timesWithin(node);
    this.#known.set(node, times);
    return times;
  }

  #timesWithin(node: AnyNode): CallCount | undefined {
    const parent = this.#parents.get(node);
    if (isFunction(node)) return this.#timesCalled(node, parent);
    if (!parent) return 1;
    const around = this.timesOf(parent);
    switch (parent.type) {
      case 'WhileStatement':
      case 'DoWhileStatement':
        return productOfCounts(around, 'loop');
      case 'ForStatement':
        return productOfCounts(around, node === parent.init ? 1 : 'loop');
      case 'ForInStatement':
        return productOfCounts(around, node === parent.right ? 1 : 'loop');
      case 'ForOfStatement':
        return productOfCounts(around, node === parent.right ? 1 : this.#lengthOf(parent.right));
      // The code of a class runs where the class is used.
      case 'ClassBody':
        return undefined;
      default:
        return around;
    }
  }

  #timesCalled(node: AnyFunction, parent: AnyNode | undefined): CallCount | undefined {
    const own = node.type === 'ArrowFunctionExpression' ? undefined : node.id;
    const isNamed = own && this.#scopes.bindingOf.get(own)?.references.length !== 0;
    // By the name of a function expression, only the function itself can call it.
    if (node.generator || (isNamed && node.type === 'FunctionExpression')) return undefined;
    if (parent?.type === 'CallExpression') return this.#timesGiven(node, parent);
    if (parent?.type === 'NewExpression')
      return isGlobal(parent.callee, 'Promise', this.#scopes) ? this.timesOf(parent) : undefined;
    if (parent?.type === 'ExportDefaultDeclaration') return isNamed ? undefined : 1;
    if (parent?.type === 'ExpressionStatement') return this.#program.body.length === 1 ? 1 : undefined;
    const variable = parent?.type === 'VariableDeclarator' ? parent.id : undefined;
    const name = node.type === 'FunctionDeclaration' ? node.id : variable;
    const binding = name?.type === 'Identifier' ? this.#scopes.bindingOf.get(name) : undefined;
    return binding?.origin?.value === node ? this.#timesOfName(binding) : undefined;
  }

  /** Returns the count for a function, or the name of a function, that `call` calls or passes to a method. */
  #timesGiven(node: AnyNode, call: CallExpression): CallCount | undefined {
    const around = this.timesOf(call);
    if (call.callee === node) return around;
    const { callee } = call;
    if (callee.type !== 'MemberExpression') return undefined;
    const method = staticKey(callee) ?? '';
    if (onceCallbacks.has(method))
      return around === 'loop' || this.#isPromise(callee.object) ? around : undefined;
    if (eachCallbacks.has(method)) return productOfCounts(around, this.#lengthOf(callee.object));
    return loopCallbacks.has(method) ? productOfCounts(around, 'loop') : undefined;
  }

  /** True for a call of a tool or of `Promise`, and for a chain after it: other objects may call a callback often. */
  #isPromise(node: AnyNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const { callee } = node;
    if (callee.type === 'MemberExpression' && onceCallbacks.has(staticKey(callee) ?? ''))
      return this.#isPromise(callee.object);
    let root: AnyNode = callee;
    while (root.type === 'MemberExpression') root = root.object;
    return ['tools', 'Promise', 'codemode'].some((name) => isGlobal(root, name, this.#scopes));
  }

  #timesOfName(binding: Binding): CallCount | undefined {
    if (binding.reassigned) return undefined;
    // A `main` without other uses is called once, by the form of the script.
    if (binding.references.length === 0)
      return binding.name === 'main' && this.#scopes.topLevel.get('main') === binding ? 1 : undefined;
    let sum: CallCount | undefined = 0;
    for (const use of binding.references) {
      const parent = this.#parents.get(use);
      sum = sumOfCounts(sum, parent?.type === 'CallExpression' ? this.#timesGiven(use, parent) : undefined);
    }
    return sum;
  }

  /** Returns the length of an array literal, or of one that a constant with no other use holds; otherwise `loop`. */
  #lengthOf(list: AnyNode): CallCount {
    const value = constantOf(list, this.#scopes);
    if (
      value.type !== 'ArrayExpression' ||
      value.elements.some((element) => element?.type === 'SpreadElement')
    )
      return 'loop';
    return value.elements.length;
  }
}

/** Returns the literal arguments of a call; undefined if the line of the call shows as much. */
function argumentsText(
  { arguments: [given], start, end }: CallExpression,
  scopes: Scopes,
  text: string,
): string | undefined {
  const object = given && constantOf(given, scopes);
  if (object?.type !== 'ObjectExpression') return undefined;
  const steps = { left: mostSteps };
  // A spread or computed property may have any name and override the properties before it.
  const open = object.properties.findLastIndex((property) => nameOf(property) === undefined);
  const parts = object.properties
    .slice(0, mostSteps)
    .map((property, at) => partText(property, at > open, scopes, text, steps));
  if (parts.every(({ isElsewhere }) => isElsewhere === undefined)) return undefined;
  const isWritten = object === given && !parts.some(({ isElsewhere }) => isElsewhere);
  if (isWritten && end - start <= quotedLength && !text.slice(start, end).includes('\n')) return undefined;
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    if (length + part.text.length > longestArguments) break;
    shown.push(part.text);
    length += part.text.length + 2;
  }
  return [...shown, ...(shown.length < object.properties.length ? ['…'] : [])].join(', ');
}

interface Part {
  /** Text of the form `key: value`. */
  readonly text: string;
  /** Set for a literal: true if the value is written at another place of the code. */
  readonly isElsewhere?: boolean;
}

type Property = ObjectExpression['properties'][number];

/** Returns the name of a property; undefined if the property may have any name. */
function nameOf(property: Property): string | undefined {
  return property.type === 'Property' && property.kind === 'init' ? staticKey(property) : undefined;
}

function partText(property: Property, isLast: boolean, scopes: Scopes, text: string, steps: Steps): Part {
  const key = nameOf(property);
  if (key === undefined || property.type !== 'Property') return { text: '…' };
  const name = JSON.stringify(key).slice(1, -1).slice(0, longestValue);
  const value = constantOf(property.value, scopes);
  if (!isLast || !isLiteral(value, steps)) return { text: `${name}: …` };
  const written = text
    .slice(value.start, Math.min(value.end, value.start + longestValue))
    .replaceAll(/\s+/g, ' ');
  const cut = value.end - value.start > longestValue ? '…' : '';
  return { text: `${name}: ${written}${cut}`, isElsewhere: value !== property.value };
}

/** Returns the value of a constant that nothing can have changed: for an object or array, one without other uses. */
function constantOf(node: AnyNode, scopes: Scopes): AnyNode {
  const value = resolved(node, scopes);
  if (value === node || value.type === 'Literal' || value.type === 'TemplateLiteral') return value;
  const binding = node.type === 'Identifier' ? scopes.bindingOf.get(node) : undefined;
  return binding?.references.length === 1 && binding.origin?.value === value ? value : node;
}

/** Number of values of one call that may still be examined. */
interface Steps {
  left: number;
}

/** True if the code spells out the whole value. */
function isLiteral(node: AnyNode, steps: Steps): boolean {
  if (steps.left-- <= 0) return false;
  switch (node.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return node.expressions.length === 0;
    case 'UnaryExpression':
      return node.operator === '-' && isLiteral(node.argument, steps);
    case 'ArrayExpression':
      return node.elements.every((element) => element !== null && isLiteral(element, steps));
    case 'ObjectExpression':
      return node.properties.every(
        (property) => property.type === 'Property' && !property.computed && isLiteral(property.value, steps),
      );
    default:
      return false;
  }
}
