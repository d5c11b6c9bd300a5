// The constructor of the iterator of Intl.Segmenter.
// Source: the well-known way through constructors.
return new Intl.Segmenter().segment("a")[Symbol.iterator].constructor("return process.version")()
