// quincunx._cpu: which build of the core can this processor run?
//
// Plain C against Python's C API and compiled for the baseline, as it must run everywhere: it is
// imported before the choice is made (src/quincunx/_native.py).

#define PY_SSIZE_T_CLEAN
#include <Python.h>

// What the x86-64-v3 level adds to the baseline, as the psABI lists it. The checks for AVX2 and FMA
// include that the operating system saves the wide registers. QUINCUNX_HAS_V3 comes from CMake: the
// compiler knows these names and _core_v3 was built.
static const char* level_name(void) {
#ifdef QUINCUNX_HAS_V3
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") &&
        __builtin_cpu_supports("fma") && __builtin_cpu_supports("lzcnt") &&
        __builtin_cpu_supports("movbe") && __builtin_cpu_supports("popcnt")) {
        return "v3";
    }
#endif
    return "base";
}

static PyObject* level(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(arguments)) {
    return PyUnicode_FromString(level_name());
}

static PyMethodDef methods[] = {
    {"level", level, METH_NOARGS,
     "level() -> str\n\nThe best build of the core for this processor: \"v3\" or \"base\"."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "quincunx._cpu",
    .m_doc = "Which build of the core can this processor run?",
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__cpu(void);

PyMODINIT_FUNC PyInit__cpu(void) { return PyModuleDef_Init(&definition); }
