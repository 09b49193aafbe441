"""The jobs of ibbprint, one module each: options in, records and bytes out, faults as a `Report`.

The commands and the functions of `import ibbprint` are two ways to the same jobs. A job prints nothing and ends no
process. A call that makes no sense raises `BadRequest`; files that cannot be read and leave nothing to do raise
`Stopped`. Commands word both; the functions put them into the report of what they return.
"""
