# The tag of C++ exceptions, which the unwinder throws and our code catches. Clang expects somebody to define
# it once.
	.tagtype	__cpp_exception i32
	.globl	__cpp_exception
__cpp_exception:
