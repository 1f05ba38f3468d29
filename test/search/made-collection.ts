import type { Route } from "../../worker/contract/route.ts";
import type { SearchDocument } from "../../worker/contract/search/search-document.ts";

/**
 * A small, realistic collection: no summary contains another name for its note's subject just so that the
 * note is found by it.
 */
const NOTES = `
languages | C | systems, compilation | A small systems language of pointers and structures.
languages | C++ | systems, compilation | Classes, templates and destructors.
languages | C# | object-oriented | Classes and generics on a virtual machine.
languages | F# | functional | Types inferred, values immutable.
languages | Go | concurrency | Small programs with channels.
languages | Haskell | functional, types | Lazy and pure.
languages | Java | object-oriented | Classes on a virtual machine.
languages | JavaScript | web | What browsers run.
languages | OCaml | functional, types | Modules and a fast compiler.
languages | Python | scripting | Indented blocks and many libraries.
languages | R | statistics | Vectors and data frames.
languages | Rust | systems, memory | Ownership, borrowing and a checker of both at compile time.
languages | TypeScript | web, types | Types for the language of browsers; its checker runs before the code does.
languages | Zig | systems | A small programming language that can import headers of C.
subjects | .NET | runtime | Where several languages run.
subjects | CI/CD | delivery | Every change is built and tested.
subjects | Floating point | numbers | Numbers with an exponent.
subjects | Leap seconds | time | Put in over the years to keep fitting clocks to the Earth.
subjects | Node.js | web, runtime | Programs for servers in the language of browsers.
subjects | TCP/IP | protocols, networks | How packets travel.
subjects | UTF-8 | text | One to four bytes a letter.
terms/algorithms | A* search | graphs, searching | Best-first, with a heuristic.
terms/algorithms | Binary search | searching, arrays | Halves a sorted array.
terms/algorithms | Breadth-first search | graphs, searching | Near vertices before far ones.
terms/algorithms | Depth-first search | graphs, searching | Goes down before it goes on; sorts vertices topologically.
terms/algorithms | Dijkstra's algorithm | graphs | Shortest paths from one vertex.
terms/algorithms | Dynamic programming | optimization | Solves each part once; functions are memoised.
terms/algorithms | Merge sort | sorting | Sorts halves and merges them.
terms/algorithms | Quicksort | sorting | Parts around a pivot.
terms/algorithms | Register allocation | compilation | Values in registers, the rest in memory.
terms/data | B-tree | trees, storage | Wide nodes, few levels.
terms/data | B+ tree | trees, storage | Values in leaves alone.
terms/data | Binary search tree | trees, searching | Smaller to the left, larger to the right.
terms/data | Depth buffer | graphics | What is in front.
terms/data | Hash table | hashing | Keys to slots.
terms/data | Heap | trees | The least on top.
terms/data | Heapsort | sorting | Takes the least again and again.
terms/data | Linked list | lists | Each element plus the place of the next.
terms/data | Skip list | lists | Lists over lists.
terms/systems | Deadlock | concurrency | Each waits for the other.
terms/systems | Garbage collection | memory | What nothing refers to is freed.
terms/systems | Overfitting | learning | Fits the noise.
terms/systems | Operating system | kernels | Processes, files and devices.
terms/systems | Virtual machine | kernels, vm | A machine in a machine.
terms/systems | Virtual memory | memory, kernels | More than there is.
terms/web | HTMLMediaElement | dom | Sound and pictures.
terms/web | WebSocket | protocols | Messages both ways.
terms/world | Алгоритм | программирование | Последовательность шагов.
terms/world | Αλγόριθμος | υπολογιστές | Βήματα στη σειρά.
terms/world | 알고리즘 | 컴퓨터 | 단계의 순서.
terms/world | ალგორითმი | კომპიუტერი | ნაბიჯების რიგი.
terms/world | خوارزمية البحث | حاسوب | خطوات مرتبة.
terms/world | 数据库 | 存储 | 表和记录。
`;

export const MADE: readonly SearchDocument[] = NOTES.trim()
  .split("\n")
  .map((line) => {
    const [folder = "", title = "", tags = "", summary = ""] = line.split(" | ");
    const name = title
      .toLowerCase()
      .replaceAll("'", "")
      .replaceAll(/[\s/]+/g, "-");
    return { route: `/${folder}/${name}` as Route, title, summary, tags: tags.split(", ") };
  })
  .sort((a, b) => (a.route < b.route ? -1 : 1));
