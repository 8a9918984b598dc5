# Qt and QScintilla for the folders that need them; imported targets are seen in one folder only.
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Svg Network PrintSupport Test)
find_package(QScintilla REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(WebP REQUIRED IMPORTED_TARGET libwebpmux libwebpdemux libwebp)
