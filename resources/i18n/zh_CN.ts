<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>GraphWords</name>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>used by %1</source>
        <translation>被 %1 使用</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>in a branch of %1</source>
        <translation>在 %1 的分支中</translation>
    </message>
    <message>
        <source>in fusion group %1</source>
        <translation>在融合组 %1 中</translation>
    </message>
    <message>
        <source>scheduled by the cost model (%1 expected)</source>
        <translation>由代价模型调度（预计 %1）</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>kernel of the module</source>
        <translation>模块的内核</translation>
    </message>
    <message>
        <source>registered function</source>
        <translation>已注册的函数</translation>
    </message>
    <message>
        <source>graph function</source>
        <translation>图函数</translation>
    </message>
    <message>
        <source>no computation</source>
        <translation>不计算</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Double-click to open %1</source>
        <translation>双击打开 %1</translation>
    </message>
</context>
<context>
    <name>InspectorContents</name>
    <message>
        <source>%1 loops</source>
        <translation>%1 个循环</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个块</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>reorder puts the loops in the order in which you picked them; fuse joins nested ones</source>
        <translation>重排按选择的先后排列；融合把嵌套的合为一个</translation>
    </message>
    <message>
        <source>Steps that take several loops or blocks apply to these</source>
        <translation>作用于多个循环或块的步骤使用这些</translation>
    </message>
    <message>
        <source>Proved by</source>
        <translation>证明依据</translation>
    </message>
    <message>
        <source>In this order</source>
        <translation>按此顺序</translation>
    </message>
    <message>
        <source>Total iterations</source>
        <translation>合计迭代</translation>
    </message>
    <message>
        <source>%1 iterations, %2</source>
        <translation>%1 次迭代，%2</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>spatial</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/字节</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Inner loops</source>
        <translation>内层循环</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>A block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>A reduction with an initial value</source>
        <translation>带初值的归约</translation>
    </message>
    <message>
        <source>Computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Initial value</source>
        <translation>初值</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写</translation>
    </message>
    <message>
        <source>%1&#xa0;%</source>
        <translation>%1&#xa0;%</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>an assumption: nothing decided it</source>
        <translation>一个假定：没有证明能判定</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Version of the operators</source>
        <translation>算子版本</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>识别出</translation>
    </message>
    <message>
        <source>Carried out while reading</source>
        <translation>读取时已执行</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1 is expected</source>
        <translation>期望为 %1</translation>
    </message>
    <message>
        <source>The file cannot be read as a model of ONNX.</source>
        <translation>该文件不能作为 ONNX 模型读取。</translation>
    </message>
    <message>
        <source>%1 of %2 nodes cannot be read.</source>
        <translation>%2 个节点中有 %1 个不能读取。</translation>
    </message>
    <message>
        <source>%1 modelled</source>
        <translation>%1（模型估计）</translation>
    </message>
    <message>
        <source>best %1 (modelled)</source>
        <translation>最好 %1（模型估计）</translation>
    </message>
    <message>
        <source>only some of its results were compared; all of them would have taken too long</source>
        <translation>只核对了它的部分结果，核对全部会花太长时间</translation>
    </message>
    <message>
        <source>only some results of the best were compared</source>
        <translation>最好的候选只核对了部分结果</translation>
    </message>
    <message>
        <source>measured on %1 at %2</source>
        <translation>在 %2 的 %1 上测量</translation>
    </message>
    <message>
        <source>Enter the other machine as ssh takes it, for example user@box</source>
        <translation>请按 ssh 的写法输入另一台机器，例如 user@box</translation>
    </message>
    <message>
        <source>Candidates are sent to %1 by ssh. Its device %2 runs, checks and times them. lw-runner is copied there; nothing else has to be installed.</source>
        <translation>候选通过 ssh 发送到 %1，由那里的设备 %2 运行、核对并计时。lw-runner 会复制过去，无需安装其他软件。</translation>
    </message>
    <message>
        <source>Candidates are emulated, and their times are modelled (%1), not measured. Use them to compare schedules of one program.</source>
        <translation>候选在模拟器上运行，时间是模型估计的（%1），并非测量所得。请用来比较同一程序的各个调度。</translation>
    </message>
    <message>
        <source>the current function</source>
        <translation>当前函数</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算位置</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Reduce</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量指令</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>%1: legal here</source>
        <translation>%1：此处合法</translation>
    </message>
    <message>
        <source>%1: opens a form for its parameters</source>
        <translation>%1：打开参数表单</translation>
    </message>
    <message>
        <source>Make it legal: %1 ▸</source>
        <translation>使其合法：%1 ▸</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>，然后 </translation>
    </message>
    <message>
        <source>&lt;a href=&apos;step&apos; style=&apos;text-decoration:none; font-weight:600&apos;&gt;Make it legal: %1 ▸&lt;/a&gt;%2</source>
        <translation>&lt;a href=&apos;step&apos; style=&apos;text-decoration:none; font-weight:600&apos;&gt;使其合法：%1 ▸&lt;/a&gt;%2</translation>
    </message>
    <message>
        <source> — %1</source>
        <translation>——%1</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>快 %1 倍</translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation>慢 %1 倍</translation>
    </message>
    <message>
        <source>measured %1×: the model overestimates traffic</source>
        <translation>实测为 %1 倍：模型高估了访存</translation>
    </message>
    <message>
        <source>measured as predicted</source>
        <translation>实测与预测一致</translation>
    </message>
    <message>
        <source>measured %1×</source>
        <translation>实测为 %1 倍</translation>
    </message>
    <message>
        <source>measured %1×: the model ignores stalls</source>
        <translation>实测为 %1 倍：模型不考虑停顿</translation>
    </message>
    <message>
        <source>indistinguishable</source>
        <translation>无法区分</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Schedule</source>
        <translation>调度(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>缩放(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>已导出 %1</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Vector graphics (*.svg);;Picture (*.png)</source>
        <translation>矢量图 (*.svg);;图片 (*.png)</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>%1 no longer exists. Its text is kept in the session; Save writes it again.</source>
        <translation>%1 已不存在。其文本保留在会话中；保存时会重新写入。</translation>
    </message>
    <message>
        <source>%1 was changed by another program while you had unsaved changes. Your changes are shown; File &gt; Revert to the saved file loads the version on disk.</source>
        <translation>%1 被其他程序修改，而您还有未保存的更改。显示的是您的更改；“文件 &gt; 还原为已保存的文件”会载入磁盘上的版本。</translation>
    </message>
    <message>
        <source>Your work from last time cannot be read and was set aside: %1</source>
        <translation>上次的工作无法读取，已另存：%1</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>check that the file exists and that you may read it</source>
        <translation>请检查文件是否存在、是否有读取权限</translation>
    </message>
    <message>
        <source>%1 is not a text file: byte %2 is 0</source>
        <translation>%1 不是文本文件：第 %2 个字节为 0</translation>
    </message>
    <message>
        <source>%1 was changed by another program since last time. Your work is shown; File &gt; Revert to the saved file loads the version on disk.</source>
        <translation>%1 此后被其他程序修改。显示的是您上次的工作；“文件 &gt; 还原为已保存的文件”会载入磁盘上的版本。</translation>
    </message>
    <message>
        <source>There is no file at %1</source>
        <translation>%1 处没有文件</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>in place</source>
        <translation>原地</translation>
    </message>
    <message>
        <source>%1[%2] is %3, should be %4 (%5 elements differ)</source>
        <translation>%1[%2] 为 %3，应为 %4（%5 个元素不同）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>&amp;Explore: all panes</source>
        <translation>探索：所有窗格(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Teach: program, loop tree and steps</source>
        <translation>教学：程序、循环树与步骤(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Compare: two states in wide texts</source>
        <translation>比较：两个状态并列(&amp;C)</translation>
    </message>
    <message>
        <source>Trace as &amp;Python…</source>
        <translation>轨迹为 Python(&amp;P)…</translation>
    </message>
    <message>
        <source>Trace as &amp;JSON, in TVM&apos;s format…</source>
        <translation>轨迹为 JSON，TVM 格式(&amp;J)…</translation>
    </message>
    <message>
        <source>Trace as calls in C&amp;++…</source>
        <translation>轨迹为 C++ 调用(&amp;+)…</translation>
    </message>
    <message>
        <source>&amp;C source of the function…</source>
        <translation>函数的 C 源代码(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Object file with a header…</source>
        <translation>目标文件与头文件(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Shared library with a header…</source>
        <translation>共享库与头文件(&amp;S)…</translation>
    </message>
    <message>
        <source>Work s&amp;heet: all steps, with blanks…</source>
        <translation>练习页：全部步骤，留空待填(&amp;H)…</translation>
    </message>
    <message>
        <source>Web page of &amp;this state…</source>
        <translation>当前状态的网页(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Web page of all steps…</source>
        <translation>所有步骤的网页(&amp;W)…</translation>
    </message>
    <message>
        <source>by the interpreter</source>
        <translation>由解释器</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>by the interpreter, on a smaller copy: extents %1</source>
        <translation>由解释器在较小的副本上执行：范围 %1</translation>
    </message>
    <message>
        <source>The interpreter would take too long (%L1 stores), and the steps allow no smaller sizes</source>
        <translation>解释器耗时过长（%L1 次写入），且步骤不允许更小的尺寸</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <comment>an estimate before and after</comment>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>from L%1</source>
        <translation>来自 L%1</translation>
    </message>
    <message>
        <source>from memory</source>
        <translation>来自内存</translation>
    </message>
    <message>
        <source>footprint of an iteration</source>
        <translation>一次迭代的占用</translation>
    </message>
    <message>
        <source>&amp;Kernel package for a GPU…</source>
        <translation>GPU 内核包(&amp;K)…</translation>
    </message>
    <message>
        <source>%1, other arithmetic</source>
        <translation>%1，算术选项不同</translation>
    </message>
    <message>
        <source>a · b + c &amp;rounds once</source>
        <translation>a · b + c 只舍入一次(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Sums in any order, so that reductions use vectors</source>
        <translation>求和次序任意，使归约可用向量(&amp;S)</translation>
    </message>
    <message>
        <source>a / b as a · (1 / b), where one b &amp;divides many</source>
        <translation>a / b 算作 a · (1 / b)，一个 b 除多个数时(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Less accurate processor instructions</source>
        <translation>精度较低的处理器指令(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Floating-point arithmetic</source>
        <translation>浮点算术(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Only the default: one rounding</source>
        <translation>仅用默认：一次舍入(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;What these options change…</source>
        <translation>这些选项改变什么(&amp;W)…</translation>
    </message>
    <message>
        <source>%1M</source>
        <comment>calls per second</comment>
        <translation>%1M</translation>
    </message>
    <message>
        <source>%1k</source>
        <comment>calls per second</comment>
        <translation>%1k</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>not compared: the result is wrong</source>
        <translation>不作比较：结果错误</translation>
    </message>
    <message>
        <source>not compared: its result is wrong</source>
        <translation>不作比较：对方的结果错误</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <source>the unscheduled program</source>
        <translation>未调度的程序</translation>
    </message>
    <message>
        <source>the result was not checked</source>
        <translation>结果未检查</translation>
    </message>
    <message>
        <source>the result is right: it matches %1</source>
        <translation>结果正确：与%1一致</translation>
    </message>
    <message>
        <source>the result is wrong: %1</source>
        <translation>结果错误：%1</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>变体 %1</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>%1 (step %2)</source>
        <translation>%1（第 %2 步）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>trials</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · 1 thread</source>
        <translation>%1 · 1 线程</translation>
    </message>
    <message>
        <source>%1 · %2 threads</source>
        <translation>%1 · %2 线程</translation>
    </message>
    <message>
        <source>candidate %1</source>
        <translation>候选 %1</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>预计 %1</translation>
    </message>
    <message>
        <source>T&amp;une: loop tree and search</source>
        <translation>调优：循环树与搜索(&amp;U)</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>not built</source>
        <translation>未能构建</translation>
    </message>
    <message>
        <source>wrong result</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最好 %1</translation>
    </message>
    <message>
        <source>, %1× the speed of the reference</source>
        <translation>，为参考速度的 %1×</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
    </message>
    <message>
        <source>Preparing the inputs and the expected results. The first candidates follow…</source>
        <translation>正在准备输入和预期结果，随后是首批候选…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting while a run is measured</source>
        <translation>等待运行测量完毕</translation>
    </message>
    <message>
        <source>Measuring the best again, in turns</source>
        <translation>正在轮流重测最好的候选</translation>
    </message>
    <message>
        <source>%1 a minute</source>
        <translation>每分钟 %1 个</translation>
    </message>
    <message>
        <source>%1 refused</source>
        <translation>%1 个被拒绝</translation>
    </message>
    <message>
        <source>%1 candidates</source>
        <translation>%1 个候选</translation>
    </message>
    <message>
        <source>%1 more cannot be told apart from it</source>
        <translation>另有 %1 个与之无法区分</translation>
    </message>
    <message>
        <source>%1 explains %2 of the differences between the candidates&apos; times (between %3 and %4). The best choice so far is %5.</source>
        <translation>%1 解释了候选时间差异的 %2（在 %3 与 %4 之间）。迄今最好的选择是 %5。</translation>
    </message>
    <message>
        <source>&amp;Model: graph and kernels</source>
        <translation>模型(&amp;M)：图与内核</translation>
    </message>
    <message>
        <source>in vectors</source>
        <translation>向量化</translation>
    </message>
    <message>
        <source>all operations run in vectors</source>
        <translation>所有运算都向量化</translation>
    </message>
    <message>
        <source>%1 % of the operations run in vectors</source>
        <translation>%1 % 的运算向量化</translation>
    </message>
    <message>
        <source>no operation runs in vectors any more</source>
        <translation>不再有向量化的运算</translation>
    </message>
    <message>
        <source>only %1 % of the operations run in vectors</source>
        <translation>只有 %1 % 的运算向量化</translation>
    </message>
    <message>
        <source>%1× less %2</source>
        <translation>%2：数据减少到 1/%1</translation>
    </message>
    <message>
        <source>%1× more %2</source>
        <translation>%2：数据增加到 %1 倍</translation>
    </message>
    <message>
        <source>an iteration uses %1× more data</source>
        <translation>一次迭代使用的数据增加到 %1 倍</translation>
    </message>
    <message>
        <source>an iteration uses %1× less data</source>
        <translation>一次迭代使用的数据减少到 1/%1</translation>
    </message>
    <message>
        <source>Hide what follows from it ▴</source>
        <translation>隐藏由它引起的错误 ▴</translation>
    </message>
    <message>
        <source>1 error that may follow from it ▾</source>
        <translation>可能由它引起的 1 个错误 ▾</translation>
    </message>
    <message>
        <source>%1 errors that may follow from it ▾</source>
        <translation>可能由它引起的 %1 个错误 ▾</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>样本数(&amp;S)</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>线程(&amp;T)</translation>
    </message>
    <message>
        <source>All cores (%1)</source>
        <translation>所有核心 (%1)</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 个线程</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>Time &amp;limit</source>
        <translation>时间限制(&amp;L)</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>drops parallel: %1 was the only parallel loop</source>
        <translation>失去并行：%1 是唯一的并行循环</translation>
    </message>
    <message>
        <source>the same code</source>
        <translation>代码相同</translation>
    </message>
    <message>
        <source>%1 in 1 run</source>
        <translation>%1（仅 1 次运行）</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 次运行</translation>
    </message>
    <message>
        <source>%1, which do not use what this processor can do (%2 kernels would): the reference takes too long</source>
        <translation>%1，没有用到本机处理器的能力（%2 内核才会用到）：参考用时过长</translation>
    </message>
    <message>
        <source>%1 other cores were busy</source>
        <translation>另有 %1 个核被占用</translation>
    </message>
    <message>
        <source>The model&apos;s expectation is hidden: on the last %1 candidates its rank correlation with the measured times is %2. It is shown once that is positive.</source>
        <translation>模型的预计不予显示：在最近 %1 个候选上，它与实测时间的名次相关系数为 %2。该系数为正之后才显示。</translation>
    </message>
    <message>
        <source>The model&apos;s expectation is hidden until three candidates show whether it says anything about the measured times.</source>
        <translation>至少有三个候选表明模型的预计与实测时间有关之前，该预计不予显示。</translation>
    </message>
    <message>
        <source>best so far %1, measured once</source>
        <translation>迄今最好 %1，只测过一次</translation>
    </message>
    <message>
        <source> (plain loops, without OpenBLAS)</source>
        <translation>（普通循环，没有 OpenBLAS）</translation>
    </message>
    <message>
        <source> (%1, %2 kernels)</source>
        <translation>（%1，%2 内核）</translation>
    </message>
    <message>
        <source>, which takes too long: %1 kernels would fit this processor</source>
        <translation>，它用时过长：%1 内核才适合本机处理器</translation>
    </message>
    <message>
        <source>Show the first only ▴</source>
        <translation>只显示第一个 ▴</translation>
    </message>
    <message>
        <source>%1 more of this kind ▾</source>
        <translation>另有 %1 个同类 ▾</translation>
    </message>
    <message>
        <source># %1 is a module that Apache TVM saved. A Python with Apache TVM reads it.</source>
        <translation># %1 是 Apache TVM 保存的模块，需由装有 Apache TVM 的 Python 读取。</translation>
    </message>
    <message>
        <source>%1 has no Python files</source>
        <translation>%1 中没有 Python 文件</translation>
    </message>
    <message>
        <source>open a folder with .py files</source>
        <translation>请打开含有 .py 文件的文件夹</translation>
    </message>
    <message>
        <source>%1 is no notebook that can be read</source>
        <translation>%1 不是可读取的笔记本</translation>
    </message>
    <message>
        <source>open a file in Jupyter&apos;s format, version 4</source>
        <translation>请打开 Jupyter 第 4 版格式的文件</translation>
    </message>
    <message>
        <source>%1 is another model now. Your changes of the earlier one are shown.</source>
        <translation>%1 现在是另一个模型。当前显示的是你对先前模型的修改。</translation>
    </message>
    <message>
        <source>%1 makes another text now. Your changes of the earlier one are shown.</source>
        <translation>%1 现在生成的文本已不同。当前显示的是你对先前文本的修改。</translation>
    </message>
    <message>
        <source>open a program in Python, a notebook, or a session</source>
        <translation>请打开 Python 程序、笔记本或会话</translation>
    </message>
    <message>
        <source>Block %1 sums %2 terms in %3</source>
        <translation>块 %1 以 %3 对 %2 项求和</translation>
    </message>
    <message>
        <source>Block %1 sums in %2</source>
        <translation>块 %1 以 %2 求和</translation>
    </message>
    <message>
        <source>%1: as written, results are off by up to %2 % of the largest one (%3 % is tolerated).</source>
        <translation>%1：按原样，结果的偏差最大达到最大结果的 %2 %（容差为 %3 %）。</translation>
    </message>
    <message>
        <source>The results are then exact.</source>
        <translation>这样结果是精确的。</translation>
    </message>
    <message>
        <source>The error is then %1 times smaller.</source>
        <translation>这样误差缩小到 %1 分之一。</translation>
    </message>
    <message>
        <source>The results are then closer to exact ones.</source>
        <translation>这样结果更接近精确值。</translation>
    </message>
    <message>
        <source>Applies these steps. %1</source>
        <translation>应用这些步骤。%1</translation>
    </message>
    <message>
        <source>Preparing %1</source>
        <translation>正在准备 %1</translation>
    </message>
    <message>
        <source>%1 of %2 at all sizes · %3</source>
        <translation>所有大小共 %2 次试验，已完成 %1 · %3</translation>
    </message>
    <message>
        <source>Timing the best of each size at all sizes</source>
        <translation>正在所有大小上为各大小的最优者计时</translation>
    </message>
</context>
<context>
    <name>Roofline</name>
    <message>
        <source>%1: %2 GFLOP/s</source>
        <translation>%1：%2 GFLOP/s</translation>
    </message>
    <message>
        <source> at %1 operations per byte from %2</source>
        <translation>，每字节（%2）%1 次运算</translation>
    </message>
    <message>
        <source>, %1 % of the roof</source>
        <translation>，达到该处屋顶的 %1 %</translation>
    </message>
    <message>
        <source>%1: the result is wrong, so its speed is not meaningful</source>
        <translation>%1：结果错误，速度没有意义</translation>
    </message>
</context>
<context>
    <name>TraceRows</name>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>&gt; %1 s</source>
        <translation>&gt; %1 秒</translation>
    </message>
    <message>
        <source>Not timed in the background: it took longer than %1 s. Run waits for it.</source>
        <translation>未在后台计时：它用时超过 %1 秒。“运行”会等它结束。</translation>
    </message>
    <message>
        <source>Not timed in the background: %1</source>
        <translation>未在后台计时：%1</translation>
    </message>
    <message>
        <source>from step %1</source>
        <translation>来自第 %1 步</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>Estimated from a part of the iterations: %1 to %2. Run waits for the measured time.</source>
        <translation>由部分迭代估计：%1 至 %2。“运行”会等待实测时间。</translation>
    </message>
    <message>
        <source>✓ proved</source>
        <translation>✓ 已证明</translation>
    </message>
    <message>
        <source>Proved: %1</source>
        <translation>已证明：%1</translation>
    </message>
</context>
<context>
    <name>lw</name>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Statement %1</source>
        <translation>语句 %1</translation>
    </message>
    <message>
        <source>, footprint %1, which fits %2</source>
        <translation>，占用 %1，可放入 %2</translation>
    </message>
    <message>
        <source>, %1 of the operations</source>
        <translation>，占运算量的 %1</translation>
    </message>
    <message>
        <source>Loop %1, %2 iterations, %3, %4%5%6</source>
        <translation>循环 %1，%2 次迭代，%3，%4%5%6</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>spatial</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>, reads %1</source>
        <translation>，读 %1</translation>
    </message>
    <message>
        <source>, writes %1</source>
        <translation>，写 %1</translation>
    </message>
    <message>
        <source>Block %1%2%3%4</source>
        <translation>块 %1%2%3%4</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>%1%2FLOP · %3</source>
        <translation>%1%2FLOP · %3</translation>
    </message>
    <message>
        <source>Loads and stores</source>
        <translation>读写</translation>
    </message>
    <message>
        <source>%1%2 · %3</source>
        <translation>%1%2 · %3</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Footprint of an iteration</source>
        <translation>一次迭代的占用</translation>
    </message>
    <message>
        <source>From beyond L%1</source>
        <translation>来自 L%1 之外</translation>
    </message>
    <message>
        <source>Operations per byte</source>
        <translation>每字节运算</translation>
    </message>
    <message>
        <source>&lt;br&gt;%1 is unknown: %2 is assumed</source>
        <translation>&lt;br&gt;%1 未知：按 %2 计</translation>
    </message>
    <message>
        <source>Lock this pane: it stops following the selection and the shown state</source>
        <translation>锁定此窗格：不跟随选择，也不跟随当前状态</translation>
    </message>
    <message>
        <source>Locked: it does not follow the selection or the shown state</source>
        <translation>已锁定：不跟随选择，也不跟随当前状态</translation>
    </message>
    <message>
        <source>Locked at %1: it does not follow the selection or the shown state</source>
        <translation>锁定于 %1：不跟随选择，也不跟随当前状态</translation>
    </message>
    <message>
        <source>serial</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>vectorized</source>
        <translation>已向量化</translation>
    </message>
    <message>
        <source>unrolled</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>bound to %1</source>
        <translation>绑定到 %1</translation>
    </message>
    <message>
        <source>reduce</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>opaque</source>
        <translation>不透明</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>one element</source>
        <translation>一个元素</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>stores</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Loop %1</source>
        <translation>循环 %1</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Iteration variable %1 of block %2</source>
        <translation>块 %2 的迭代变量 %1</translation>
    </message>
    <message>
        <source>domain</source>
        <translation>定义域</translation>
    </message>
    <message>
        <source>bound to</source>
        <translation>绑定到</translation>
    </message>
    <message>
        <source>Buffer %1, a parameter</source>
        <translation>缓冲区 %1，参数</translation>
    </message>
    <message>
        <source>Buffer %1</source>
        <translation>缓冲区 %1</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>Variable %1</source>
        <translation>变量 %1</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>changed by step %1</source>
        <translation>由第 %1 步更改</translation>
    </message>
    <message>
        <source>changed by steps %1</source>
        <translation>由步骤 %1 更改</translation>
    </message>
    <message>
        <source>the source, %1</source>
        <translation>源代码，%1</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>%1 accesses, %2 misses</source>
        <translation>%1 次访问，%2 次未命中</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原为%1</translation>
    </message>
    <message>
        <source>grid %1, block %2</source>
        <translation>网格 %1，线程块 %2</translation>
    </message>
    <message>
        <source> (%1 threads)</source>
        <translation>（%1 个线程）</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>%1 bytes per block</source>
        <translation>每个线程块 %1 字节</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>about %1 per thread</source>
        <translation>每个线程约 %1 个</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>%1 %, limited by %2</source>
        <translation>%1 %，受限于 %2</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>%1 per block</source>
        <translation>每个线程块 %1 个</translation>
    </message>
    <message>
        <source>Store %1</source>
        <translation>存储 %1</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>%1 passes over the banks per warp, %2 % of them needed</source>
        <translation>每个 warp 访问存储体 %1 遍，其中 %2 % 是必需的</translation>
    </message>
    <message>
        <source>%1 sectors of 32 bytes per warp, %2 % of them needed</source>
        <translation>每个 warp %1 个 32 字节扇区，其中 %2 % 是必需的</translation>
    </message>
    <message>
        <source>1 sector</source>
        <translation>1 个扇区</translation>
    </message>
    <message>
        <source>%1 sectors</source>
        <translation>%1 个扇区</translation>
    </message>
    <message>
        <source>1 pass</source>
        <translation>1 遍</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 遍</translation>
    </message>
    <message>
        <source>race</source>
        <translation>竞争</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>copy in progress</source>
        <translation>复制未完成</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>未写入</translation>
    </message>
    <message>
        <source>drops parallel of %1</source>
        <translation>%1 不再并行</translation>
    </message>
</context>
<context>
    <name>lw::AccessGrids</name>
    <message>
        <source>Accesses</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>bank %1</source>
        <translation>第 %1 个存储体</translation>
    </message>
    <message>
        <source>sector %1 of 32 bytes</source>
        <translation>第 %1 个 32 字节扇区</translation>
    </message>
    <message>
        <source>%1: not written yet</source>
        <translation>%1：尚未写入</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>a register of warp %1, lane %2</source>
        <translation>warp %1 通道 %2 的寄存器</translation>
    </message>
    <message>
        <source>cache line %1, set %2: cached</source>
        <translation>缓存行 %1，组 %2：在缓存中</translation>
    </message>
    <message>
        <source>cache line %1, set %2: not cached</source>
        <translation>缓存行 %1，组 %2：不在缓存中</translation>
    </message>
</context>
<context>
    <name>lw::AccessView</name>
    <message>
        <source>Go to the start (Home)</source>
        <translation>到开头 (Home)</translation>
    </message>
    <message>
        <source>Go back to the previous breakpoint (Page Up)</source>
        <translation>退回上一个断点 (Page Up)</translation>
    </message>
    <message>
        <source>Step back (Left)</source>
        <translation>退一步 (左)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Play or pause (space bar)</source>
        <translation>播放与暂停（空格）</translation>
    </message>
    <message>
        <source>Step forward (Right; with Shift ten steps)</source>
        <translation>进一步（右；加 Shift 十步）</translation>
    </message>
    <message>
        <source>Go to the next breakpoint (Page Down)</source>
        <translation>前往下一个断点 (Page Down)</translation>
    </message>
    <message>
        <source>Go to the end (End)</source>
        <translation>到结尾 (End)</translation>
    </message>
    <message>
        <source>By access</source>
        <translation>按访问</translation>
    </message>
    <message>
        <source>By statement</source>
        <translation>按语句</translation>
    </message>
    <message>
        <source>By block</source>
        <translation>按块</translation>
    </message>
    <message>
        <source>Step size</source>
        <translation>一步的单位</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Position in the run</source>
        <translation>运行中的位置</translation>
    </message>
    <message>
        <source>L1: %1</source>
        <translation>L1：%1</translation>
    </message>
    <message>
        <source>sets</source>
        <translation>组</translation>
    </message>
    <message>
        <source>ways</source>
        <translation>路</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>L1: bytes per line</source>
        <translation>L1：每行字节数</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>smaller copy: %1</source>
        <translation>较小副本：%1</translation>
    </message>
    <message>
        <source>program at full size</source>
        <translation>程序原尺寸</translation>
    </message>
    <message>
        <source>; only its start</source>
        <translation>；其起点</translation>
    </message>
    <message>
        <source>The same steps on smaller extents: %1</source>
        <translation>相同步骤，较小范围：%1</translation>
    </message>
    <message>
        <source>Smaller extents would change the loops or tiles, or are not needed</source>
        <translation>更小的范围会改变循环或分块，或者不需要</translation>
    </message>
    <message>
        <source>
Only the first %L1 accesses are recorded</source>
        <translation>
只记录前 %L1 次访问</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>The simulated L1 has %1, this machine&apos;s %2: scaled to the smaller copy, with at least eight lines</source>
        <translation>模拟的 L1 为 %1，本机为 %2：按较小副本缩小，至少八行</translation>
    </message>
    <message>
        <source>%L1 of %L2 · %3</source>
        <translation>%L1 / %L2 · %3</translation>
    </message>
    <message>
        <source>%L1 misses (%2 %): %L3 cold, %L4 capacity, %L5 conflict</source>
        <translation>%L1 次未命中 (%2 %)：首次 %L3，容量 %L4，冲突 %L5</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the run as an animated picture, or as single pictures</source>
        <translation>将运行保存为动画图片或单张图片</translation>
    </message>
    <message>
        <source>By warp</source>
        <translation>按 warp</translation>
    </message>
    <message>
        <source>
Played as a CPU would run it: %1</source>
        <translation>
按 CPU 的方式播放：%1</translation>
    </message>
    <message>
        <source>Smaller cells (−, or Ctrl and the wheel; 0 shows all)</source>
        <translation>缩小单元格（−，或 Ctrl 加滚轮；0 显示全部）</translation>
    </message>
    <message>
        <source>Larger cells (+, or Ctrl and the wheel); each buffer then shows the part accessed last</source>
        <translation>放大单元格（+，或 Ctrl 加滚轮）；此时每个缓冲区显示最近访问之处</translation>
    </message>
    <message>
        <source>
Kernels run on a model of a GPU, one warp of 32 threads at a time</source>
        <translation>
内核在 GPU 的模型上运行，每次一个 32 线程的 warp</translation>
    </message>
</context>
<context>
    <name>lw::AccessesFeature</name>
    <message>
        <source>Accesses</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>&amp;Play the accesses</source>
        <translation>播放访问(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Accesses</source>
        <translation>访问(&amp;A)</translation>
    </message>
    <message>
        <source>Save the run as pictures</source>
        <translation>将运行保存为图片</translation>
    </message>
    <message>
        <source>Animated picture (*.webp);;Single pictures (*.png)</source>
        <translation>动画图片 (*.webp);;单张图片 (*.png)</translation>
    </message>
    <message>
        <source>Picture %1 of %2…</source>
        <translation>第 %1 张，共 %2 张…</translation>
    </message>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>%1 pictures written to %2</source>
        <translation>%1 张图片已写入 %2</translation>
    </message>
</context>
<context>
    <name>lw::AppearanceFeature</name>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Colours for colour-&amp;blind users</source>
        <translation>色盲友好配色(&amp;B)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>%1 after a restart</source>
        <translation>%1，重新启动后生效</translation>
    </message>
</context>
<context>
    <name>lw::AutoMeasure</name>
    <message>
        <source>Timing the start…</source>
        <translation>正在为起点计时…</translation>
    </message>
    <message>
        <source>Timing step %1…</source>
        <translation>正在为第 %1 步计时…</translation>
    </message>
</context>
<context>
    <name>lw::BranchView</name>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
</context>
<context>
    <name>lw::CandidateModel</name>
    <message>
        <source>Modelled</source>
        <translation>模型估计</translation>
    </message>
    <message>
        <source>✓ best</source>
        <translation>✓ 最好</translation>
    </message>
    <message>
        <source>✓ tied with the best</source>
        <translation>✓ 与最好的相当</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预计</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结局</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>× best</source>
        <translation>× 最好</translation>
    </message>
    <message>
        <source>%1 once</source>
        <translation>%1 一次</translation>
    </message>
    <message>
        <source>Measured once, during the search, and not again in turns with the best: it need not be faster</source>
        <translation>只在搜索时测过一次，没有与最好的轮流重测：不一定更快</translation>
    </message>
</context>
<context>
    <name>lw::CodeFeature</name>
    <message>
        <source>The program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>The text is on the left: as written, which you can edit, and as scheduled. Ctrl+O opens a file; you can also drop a file on the window.</source>
        <translation>左侧是文本：可编辑的原文，以及调度之后的样子。Ctrl+O 打开文件；也可以把文件拖到窗口上。</translation>
    </message>
    <message>
        <source>Source as written</source>
        <translation>源代码原文</translation>
    </message>
    <message>
        <source>Scheduled program</source>
        <translation>调度后的程序</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>调度后</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Pin the name at the cursor</source>
        <translation>标记光标处的名称(&amp;P)</translation>
    </message>
    <message>
        <source>Remove &amp;all pins</source>
        <translation>取消全部标记(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Folding</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Fold at the cursor	Alt+Left</source>
        <translation>折叠光标处(&amp;F)	Alt+Left</translation>
    </message>
    <message>
        <source>&amp;Unfold at the cursor	Alt+Right</source>
        <translation>展开光标处(&amp;U)	Alt+Right</translation>
    </message>
    <message>
        <source>Fold &amp;all	Alt+Home</source>
        <translation>全部折叠(&amp;A)	Alt+Home</translation>
    </message>
    <message>
        <source>U&amp;nfold all	Alt+End</source>
        <translation>全部展开(&amp;N)	Alt+End</translation>
    </message>
    <message>
        <source>Source as &amp;written</source>
        <translation>源代码原文(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Scheduled program</source>
        <translation>调度后的程序(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Describe the name at the cursor</source>
        <translation>说明光标处的名称(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销 %1(&amp;U)</translation>
    </message>
    <message>
        <source>✗ 1 error</source>
        <translation>✗ 1 个错误</translation>
    </message>
    <message>
        <source>✗ %1 errors</source>
        <translation>✗ %1 个错误</translation>
    </message>
    <message>
        <source>✗ No function</source>
        <translation>✗ 无函数</translation>
    </message>
    <message>
        <source>✓ No problems</source>
        <translation>✓ 没有问题</translation>
    </message>
    <message>
        <source>✓ A graph without kernels</source>
        <translation>✓ 没有内核的图</translation>
    </message>
    <message>
        <source>&amp;Compact code</source>
        <translation>紧凑代码(&amp;C)</translation>
    </message>
    <message>
        <source>Compact code: narrow indentation, long lines wrapped, and what a block reads and writes in its header line</source>
        <translation>紧凑代码：缩进较窄，长行自动换行，块的读写内容显示在块的首行</translation>
    </message>
    <message>
        <source>Cu&amp;t	Ctrl+X</source>
        <translation>剪切(&amp;T)	Ctrl+X</translation>
    </message>
    <message>
        <source>&amp;Copy	Ctrl+C</source>
        <translation>复制(&amp;C)	Ctrl+C</translation>
    </message>
    <message>
        <source>P&amp;aste	Ctrl+V</source>
        <translation>粘贴(&amp;A)	Ctrl+V</translation>
    </message>
    <message>
        <source>&amp;Select all	Ctrl+A</source>
        <translation>全选(&amp;S)	Ctrl+A</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>仅读取</translation>
    </message>
</context>
<context>
    <name>lw::CodePanes</name>
    <message>
        <source>Unpin %1</source>
        <translation>取消 %1 的标记</translation>
    </message>
    <message>
        <source>Pin %1 in every text</source>
        <translation>在所有文本中标记 %1</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>产生于</translation>
    </message>
    <message>
        <source>Nothing to describe: put the cursor on a name in the source, the scheduled program or a lowered stage</source>
        <translation>没有可说明的内容：请把光标放在程序中的名称上（源代码、调度后的程序或编译阶段）</translation>
    </message>
    <message>
        <source>Nothing to pin: put the cursor on a variable or a buffer</source>
        <translation>没有可标记的内容：请把光标放在变量或缓冲区上</translation>
    </message>
    <message>
        <source>%1 is pinned: it is marked in every text until you unpin it</source>
        <translation>%1 已标记：在所有文本中高亮，直到您取消</translation>
    </message>
    <message>
        <source>%1 is no longer pinned</source>
        <translation>%1 不再标记</translation>
    </message>
</context>
<context>
    <name>lw::CodeView</name>
    <message>
        <source> ⋯ 1 line</source>
        <translation> ⋯ 1 行</translation>
    </message>
    <message>
        <source> ⋯ %1 lines</source>
        <translation> ⋯ %1 行</translation>
    </message>
    <message>
        <source>%1: block %2</source>
        <translation>%1：块 %2</translation>
    </message>
</context>
<context>
    <name>lw::ConsentView</name>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Compile and run this text, now and in the future; you are asked again for any other text</source>
        <translation>编译并运行这段文本，现在和以后；其他文本会再次询问</translation>
    </message>
    <message>
        <source>Do not allow</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Code that the program contains</source>
        <translation>程序含有的代码</translation>
    </message>
    <message>
        <source>The program contains %1. It would be compiled and run on this computer with your permissions. Read it first.</source>
        <translation>程序含有 %1。它将以您的权限在本机编译并运行。请先阅读。</translation>
    </message>
</context>
<context>
    <name>lw::DataflowView</name>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>a reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>element by element</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>, computed from %1</source>
        <translation>，由 %1 得到</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4%5</source>
        <translation>%1：%3 的 %2，%4%5</translation>
    </message>
</context>
<context>
    <name>lw::DecisionList</name>
    <message>
        <source>Decisions of the selected candidate</source>
        <translation>所选候选的决策</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Pinned to</source>
        <translation>固定为</translation>
    </message>
    <message>
        <source>The next search keeps this choice; clear the box to search it again</source>
        <translation>下次搜索保留此选择；取消勾选则重新搜索它</translation>
    </message>
    <message>
        <source>Tick to keep this choice in the next search, which searches the rest</source>
        <translation>勾选后，下次搜索保留此选择，只搜索其余部分</translation>
    </message>
</context>
<context>
    <name>lw::KeptFiles</name>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>%1: your work from last time is restored, with unsaved changes</source>
        <translation>%1：上次的工作已恢复，包括尚未保存的更改</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message numerus="yes">
        <source>%1: your work from last time is restored (%n variant(s))</source>
        <translation>
            <numerusform>%1：上次的工作已恢复（%n 个变体）</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Saved the session %1</source>
        <translation>已保存会话 %1</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
</context>
<context>
    <name>lw::ParsedText</name>
    <message>
        <source>it stays in the trace and is tried again after the next edit</source>
        <translation>它留在轨迹中，下次编辑后会再次尝试</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R runs the file by Python, if you allow it</source>
        <translation>按 Ctrl+Shift+R 可在你允许后由 Python 运行此文件</translation>
    </message>
</context>
<context>
    <name>lw::DocumentsFeature</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Re&amp;vert to the saved file…</source>
        <translation>还原为已保存的文件(&amp;V)…</translation>
    </message>
    <message>
        <source>Save s&amp;ession</source>
        <translation>保存会话(&amp;E)</translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation>会话另存为…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Sa&amp;mples</source>
        <translation>示例(&amp;M)</translation>
    </message>
    <message>
        <source>%1 is a schedule: first open the program that it applies to</source>
        <translation>%1 是调度：请先打开它所对应的程序</translation>
    </message>
    <message>
        <source>Loopwright</source>
        <translation>Loopwright</translation>
    </message>
    <message>
        <source>%1 was changed by another program after it was opened. Overwrite it?</source>
        <translation>%1 在打开之后被其他程序修改过。要覆盖它吗？</translation>
    </message>
    <message>
        <source>Save the program</source>
        <translation>保存程序</translation>
    </message>
    <message>
        <source>TVMScript (*.py)</source>
        <translation>TVMScript (*.py)</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Sessions (*.lwsession)</source>
        <translation>会话 (*.lwsession)</translation>
    </message>
    <message>
        <source>Revert to the saved session? Steps and edits made since then are lost.</source>
        <translation>还原为已保存的会话？此后的步骤和编辑会丢失。</translation>
    </message>
    <message>
        <source>Revert to the saved text? Edits made since then are lost; the steps are kept.</source>
        <translation>还原为已保存的文本？此后的编辑会丢失；步骤会保留。</translation>
    </message>
    <message>
        <source>Open fol&amp;der…</source>
        <translation>打开文件夹(&amp;D)…</translation>
    </message>
    <message>
        <source>Open a program, a model, a notebook or a session</source>
        <translation>打开程序、模型、笔记本或会话</translation>
    </message>
    <message>
        <source>Programs, models, notebooks and sessions (*.py *.onnx *.ipynb *.json *.lwsession);;Python (*.py);;Models (*.onnx);;Notebooks (*.ipynb);;Sessions (*.lwsession)</source>
        <translation>程序、模型、笔记本与会话 (*.py *.onnx *.ipynb *.json *.lwsession);;Python (*.py);;模型 (*.onnx);;笔记本 (*.ipynb);;会话 (*.lwsession)</translation>
    </message>
    <message>
        <source>Open a folder with Python files</source>
        <translation>打开含有 Python 文件的文件夹</translation>
    </message>
    <message>
        <source>Open from clip&amp;board</source>
        <translation>从剪贴板打开(&amp;B)</translation>
    </message>
    <message>
        <source>The program or the Python file that was copied, as a new text</source>
        <translation>把复制的程序或 Python 文件作为新文本打开</translation>
    </message>
    <message>
        <source>The clipboard has no text: copy a program, then open it here</source>
        <translation>剪贴板中没有文本：请先复制一个程序，再在此打开</translation>
    </message>
</context>
<context>
    <name>lw::ExchangeFeature</name>
    <message>
        <source>S&amp;lides of all steps…</source>
        <translation>全部步骤的幻灯片(&amp;L)…</translation>
    </message>
    <message>
        <source>A PDF with what the lecture shows of each state</source>
        <translation>一个 PDF 文件，内容是讲课时每个状态所显示的画面</translation>
    </message>
    <message>
        <source>Slides of all steps</source>
        <translation>全部步骤的幻灯片</translation>
    </message>
    <message>
        <source>Slides (*.pdf);;Pictures (*.png)</source>
        <translation>幻灯片 (*.pdf);;图片 (*.png)</translation>
    </message>
    <message>
        <source>Exporting %1…</source>
        <translation>正在导出 %1…</translation>
    </message>
    <message numerus="yes">
        <source>Exported %1: %n slides</source>
        <translation>
            <numerusform>已导出 %1：%n 张幻灯片</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Import a schedule…</source>
        <translation>导入调度(&amp;I)…</translation>
    </message>
    <message>
        <source>A trace, a tuning record or a Python file with a schedule function for the open program</source>
        <translation>用于已打开程序的轨迹、调优记录或含调度函数的 Python 文件</translation>
    </message>
    <message>
        <source>S&amp;hare…</source>
        <translation>共享(&amp;H)…</translation>
    </message>
    <message>
        <source>Copy as &amp;Python</source>
        <translation>复制为 &amp;Python</translation>
    </message>
    <message>
        <source>A script for &amp;TVM</source>
        <translation>用于 &amp;TVM 的脚本</translation>
    </message>
    <message>
        <source>A script for the module &amp;loopwright</source>
        <translation>用于模块 &amp;loopwright 的脚本</translation>
    </message>
    <message>
        <source>Copied a script with the program and its steps</source>
        <translation>已复制含程序及其步骤的脚本</translation>
    </message>
    <message>
        <source>One web page with the program, its loop tree, lowered code, trace and runs, linked as in this window</source>
        <translation>一个网页，含程序、循环树、底层代码、轨迹和运行，像在此窗口中那样互相关联</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Import a schedule</source>
        <translation>导入调度</translation>
    </message>
    <message>
        <source>Schedules (*.json *.jsonl *.py);;Traces and tuning records (*.json *.jsonl);;Python (*.py)</source>
        <translation>调度 (*.json *.jsonl *.py);;轨迹与调优记录 (*.json *.jsonl);;Python (*.py)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>lw::Exporter</name>
    <message>
        <source>switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>new program</source>
        <translation>新程序</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>Exporting %1…</source>
        <translation>正在导出 %1…</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message>
        <source>Exported %1 and %2</source>
        <translation>已导出 %1 和 %2</translation>
    </message>
    <message>
        <source>Exported %1</source>
        <translation>已导出 %1</translation>
    </message>
</context>
<context>
    <name>lw::ExtraPane</name>
    <message>
        <source>Lowered</source>
        <translation>底层代码</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>调度后</translation>
    </message>
    <message>
        <source>Lowered, second pane</source>
        <translation>底层代码，第二个窗格</translation>
    </message>
    <message>
        <source>Scheduled program, second pane</source>
        <translation>调度后的程序，另一个</translation>
    </message>
    <message>
        <source>Text of the stage, second pane</source>
        <translation>阶段文本，另一窗格</translation>
    </message>
    <message>
        <source>As shown</source>
        <translation>当前所示</translation>
    </message>
    <message>
        <source>The trace row whose state is shown here</source>
        <translation>此处显示其状态的轨迹行</translation>
    </message>
    <message>
        <source>Close this pane</source>
        <translation>关闭此窗格</translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation>与窗口一致</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Lowering for %1 is not available yet</source>
        <translation>尚不支持为 %1 生成代码</translation>
    </message>
    <message>
        <source>Lower for the target of the window</source>
        <translation>为窗口的目标生成代码</translation>
    </message>
    <message>
        <source>Lower for %1</source>
        <translation>为 %1 生成代码</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>lw::ExtraPanesFeature</name>
    <message>
        <source>New lo&amp;wered pane</source>
        <translation>新的底层代码窗格(&amp;W)</translation>
    </message>
    <message>
        <source>New s&amp;cheduled pane</source>
        <translation>新的调度窗格(&amp;C)</translation>
    </message>
    <message>
        <source>Loc&amp;k the pane with keyboard focus</source>
        <translation>锁定有键盘焦点的窗格(&amp;K)</translation>
    </message>
</context>
<context>
    <name>lw::Figures</name>
    <message>
        <source>operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>bytes from %1</source>
        <translation>来自 %1 的字节</translation>
    </message>
    <message>
        <source>Measuring this machine&apos;s peaks…</source>
        <translation>正在测量本机峰值…</translation>
    </message>
    <message>
        <source>L%1</source>
        <translation>L%1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>, 1 thread</source>
        <translation>，1 线程</translation>
    </message>
    <message>
        <source>, %1 threads</source>
        <translation>，%1 线程</translation>
    </message>
    <message>
        <source>This machine&apos;s peaks are not known: %1</source>
        <translation>本机峰值未知：%1</translation>
    </message>
    <message>
        <source>Measuring this machine&apos;s peaks; this takes some seconds</source>
        <translation>正在测量本机峰值；需要几秒</translation>
    </message>
    <message>
        <source>The roofs are those of this machine&apos;s processor. Choose cpu to see the states that ran on it.</source>
        <translation>屋顶线属于本机处理器。选择 cpu 可查看在其上运行过的状态。</translation>
    </message>
    <message>
        <source>%1 has no parallel loop: it runs on one thread, and the dashed roof of one thread (%2 GFLOP/s) applies. With parallel on an outer loop, the solid roof of %3 threads (%4 GFLOP/s) applies.</source>
        <translation>%1 没有并行循环：它在一个线程上运行，适用虚线所示的单线程上限（%2 GFLOP/s）。对外层循环使用 parallel 后，适用实线所示的 %3 线程上限（%4 GFLOP/s）。</translation>
    </message>
    <message>
        <source>%1 has a parallel loop and ran on %2 threads: the solid roof of %3 threads applies.</source>
        <translation>%1 有并行循环，并在 %2 个线程上运行：适用实线所示的 %3 线程上限。</translation>
    </message>
    <message>
        <source>%1 has a parallel loop, but ran on one thread: the dashed roof of one thread applies.</source>
        <translation>%1 有并行循环，但在一个线程上运行：适用虚线所示的单线程上限。</translation>
    </message>
    <message>
        <source>These peaks were measured while %1 other cores were busy, so they may be greater</source>
        <translation>测量这些峰值时另有 %1 个核被占用，因此实际值可能更高</translation>
    </message>
</context>
<context>
    <name>lw::FindBar</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>在此文本中查找</translation>
    </message>
    <message>
        <source>Aa</source>
        <translation>Aa</translation>
    </message>
    <message>
        <source>Match case (Alt+C)</source>
        <translation>区分大小写 (Alt+C)</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>整词</translation>
    </message>
    <message>
        <source>Whole words only (Alt+W)</source>
        <translation>仅匹配整词 (Alt+W)</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>上一个匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>下一个匹配 (Enter)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>The compact form leaves these words out. View &gt; Compact code shows them.</source>
        <translation>紧凑形式省略了这些文字。“视图 &gt; 紧凑代码”可显示它们。</translation>
    </message>
    <message>
        <source>%1 of %2, folded</source>
        <translation>第 %1 个，共 %2 个，已折叠</translation>
    </message>
</context>
<context>
    <name>lw::FloatChoices</name>
    <message>
        <source>No effect on %1: only code for the cpu has these options</source>
        <translation>对 %1 无效：只有 cpu 代码有这些选项</translation>
    </message>
    <message>
        <source>%1 options</source>
        <translation>%1 个选项</translation>
    </message>
    <message>
        <source>Floating-point arithmetic: %1</source>
        <translation>浮点算术：%1</translation>
    </message>
</context>
<context>
    <name>lw::FormsFeature</name>
    <message>
        <source>Applied %1</source>
        <translation>已应用 %1</translation>
    </message>
    <message>
        <source>Refused: %1: %2</source>
        <translation>被拒绝：%1：%2</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>No result: refused</source>
        <translation>无结果：被拒绝</translation>
    </message>
    <message>
        <source>   — refused</source>
        <translation>   — 被拒绝</translation>
    </message>
    <message>
        <source>Composites</source>
        <translation>组合步骤</translation>
    </message>
    <message>
        <source>Key %1: applied %2; Ctrl+Z takes it back</source>
        <translation>按键 %1：已应用 %2；按 Ctrl+Z 可撤消</translation>
    </message>
    <message>
        <source>The loop tree takes single keys; type a step with Ctrl+K</source>
        <translation>循环树只接受单个按键；要输入步骤请按 Ctrl+K</translation>
    </message>
    <message>
        <source>Select a loop to use the keys of steps</source>
        <translation>选择一个循环后才能使用步骤的按键</translation>
    </message>
</context>
<context>
    <name>lw::GraphFeature</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>↓ ↑</source>
        <translation>↓ ↑</translation>
    </message>
    <message>
        <source>Go to a node that uses the value, or to its first operand</source>
        <translation>到使用该值的节点，或到其第一个操作数</translation>
    </message>
    <message>
        <source>← →</source>
        <translation>← →</translation>
    </message>
    <message>
        <source>Go to the node beside it</source>
        <translation>到旁边的节点</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Open the kernel or the function that is called</source>
        <translation>打开所调用的内核或函数</translation>
    </message>
    <message>
        <source>Fit the graph into the pane</source>
        <translation>使图适合窗格</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Find operators, values, shapes</source>
        <translation>查找算子、值、形状</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Graph function</source>
        <translation>图函数</translation>
    </message>
    <message>
        <source>The graph function that is shown</source>
        <translation>所显示的图函数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Show weights as nodes of their own</source>
        <translation>将权重显示为单独的节点</translation>
    </message>
    <message>
        <source>Export the &amp;graph as a picture…</source>
        <translation>将图导出为图片(&amp;G)…</translation>
    </message>
    <message>
        <source>Export the graph as a picture</source>
        <translation>将图导出为图片</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>图(&amp;G)</translation>
    </message>
    <message>
        <source>No graph</source>
        <translation>没有图</translation>
    </message>
    <message>
        <source>Open a .py file with an @R.function (Ctrl+O): its operators and kernels are shown here</source>
        <translation>打开含有 @R.function 的 .py 文件 (Ctrl+O)：它的算子和内核显示在这里</translation>
    </message>
    <message>
        <source>The source has errors</source>
        <translation>源代码有错误</translation>
    </message>
    <message>
        <source>Errors are underlined and listed under Problems; click one to go to its place</source>
        <translation>错误标有下划线，并列在“问题”中；单击即可到达其位置</translation>
    </message>
    <message>
        <source>This file has no @R.function. The graph of a model has its operators and kernels as nodes, with the shapes of their results</source>
        <translation>此文件没有 @R.function。模型的图以算子和内核为节点，并标出其结果的形状</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>正在布局…</translation>
    </message>
    <message>
        <source>⚠ Text before the errors</source>
        <translation>⚠ 出错之前的文本</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 is an operator: the file has no kernel for it</source>
        <translation>%1 是算子：文件中没有它的内核</translation>
    </message>
    <message>
        <source>%1 is a registered function: its code is not in the file</source>
        <translation>%1 是已注册的函数：它的代码不在文件中</translation>
    </message>
    <message>
        <source>Cannot open %1: the file has no @T.prim_func of this name without errors</source>
        <translation>无法打开 %1：文件中没有这个名称且无错误的 @T.prim_func</translation>
    </message>
    <message>
        <source>%1 is shown in the other panes</source>
        <translation>其他窗格现在显示 %1</translation>
    </message>
    <message>
        <source>Run the &amp;model</source>
        <translation>运行模型(&amp;M)</translation>
    </message>
    <message>
        <source>Cancel the run of the m&amp;odel</source>
        <translation>取消模型的运行(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Parameters of the model…</source>
        <translation>模型的参数(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Undo the last fusion by hand</source>
        <translation>撤销上一次手动融合(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Schedule kernels without steps by the cost model</source>
        <translation>由代价模型调度没有步骤的内核(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lw::GraphMemoryView</name>
    <message>
        <source>Memory over the run</source>
        <translation>运行期间的内存</translation>
    </message>
    <message>
        <source>Peak: %1</source>
        <translation>峰值：%1</translation>
    </message>
    <message>
        <source>%1: %2 at offset %3, until %4 is computed</source>
        <translation>%1：%2，偏移 %3，直到计算出 %4</translation>
    </message>
    <message>
        <source>Memory over the run, peak %1</source>
        <translation>运行期间的内存，峰值 %1</translation>
    </message>
</context>
<context>
    <name>lw::GraphMinimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的概览</translation>
    </message>
    <message>
        <source>The whole graph; click to go to a part</source>
        <translation>整个图；单击到达某一部分</translation>
    </message>
</context>
<context>
    <name>lw::GraphPanel</name>
    <message>
        <source>Operator, value, shape or kind</source>
        <translation>算子、值、形状或种类</translation>
    </message>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Previous node (Shift+Enter)</source>
        <translation>上一个节点 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next node (Enter)</source>
        <translation>下一个节点 (Enter)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>No node</source>
        <translation>没有节点</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
</context>
<context>
    <name>lw::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>lw::HeatMap</name>
    <message>
        <source>Heat map of the values</source>
        <translation>数值热图</translation>
    </message>
    <message>
        <source>No values</source>
        <translation>无数值</translation>
    </message>
    <message>
        <source>%1 rows and %2 columns, from %3 to %4</source>
        <translation>%1 行 %2 列，从 %3 到 %4</translation>
    </message>
</context>
<context>
    <name>lw::HelpFeature</name>
    <message>
        <source>&amp;Steps, with examples</source>
        <translation>步骤与示例(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Reading and applying</source>
        <translation>阅读与应用(&amp;R)</translation>
    </message>
    <message>
        <source>T&amp;ensor expressions</source>
        <translation>张量表达式(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Tour of the window</source>
        <translation>窗口导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;About Loopwright</source>
        <translation>关于 Loopwright(&amp;A)</translation>
    </message>
    <message>
        <source>Loopwright</source>
        <translation>Loopwright</translation>
    </message>
    <message>
        <source>Loopwright crashed last time. Your work was kept.</source>
        <translation>Loopwright 上次异常退出。您的工作已保留。</translation>
    </message>
    <message>
        <source>A crash report is at
%1</source>
        <translation>崩溃报告在
%1</translation>
    </message>
    <message>
        <source>A workbench for tensor-program schedules.

GPL-3.0-or-later. Inter and JetBrains Mono: SIL Open Font License.</source>
        <translation>张量程序调度的工作台。

GPL-3.0-or-later。Inter 与 JetBrains Mono 字体：SIL Open Font License。</translation>
    </message>
    <message>
        <source>Loopwright in a few minutes</source>
        <translation>几分钟了解 Loopwright</translation>
    </message>
    <message>
        <source>This program multiplies two matrices, and takes milliseconds. You will transform its loops step by step, and see after every step whether the result is still right and how fast it runs. Press Return to go on, Escape to leave. The document that was open is kept.</source>
        <translation>这个程序把两个矩阵相乘，耗时几毫秒。您将逐步变换它的循环，并在每一步之后看到结果是否仍然正确、运行有多快。按 Return 继续，按 Escape 离开。之前打开的文档会保留。</translation>
    </message>
    <message>
        <source>The sample of the tour is not installed: %1</source>
        <translation>导览所用的示例没有安装：%1</translation>
    </message>
</context>
<context>
    <name>lw::HelpView</name>
    <message>
        <source>en</source>
        <comment>the folder of the help pages in this language</comment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>Help on steps</source>
        <translation>步骤帮助</translation>
    </message>
    <message>
        <source>Search the steps</source>
        <translation>搜索步骤</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>composites</source>
        <translation>组合步骤</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>lw::HistoryChanges</name>
    <message>
        <source>The selection does not exist in this state</source>
        <translation>所选对象在此状态中不存在</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Redone: %1</source>
        <translation>已重做：%1</translation>
    </message>
    <message>
        <source>Changed to %1</source>
        <translation>已改为 %1</translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>已移除 %1</translation>
    </message>
    <message>
        <source>Moved %1</source>
        <translation>已移动 %1</translation>
    </message>
    <message>
        <source>Switched off %1</source>
        <translation>已停用 %1</translation>
    </message>
    <message>
        <source>Switched on %1</source>
        <translation>已启用 %1</translation>
    </message>
    <message>
        <source>no longer applies: %1</source>
        <translation>不再适用：%1</translation>
    </message>
    <message>
        <source>%1; all later steps still apply</source>
        <translation>%1；此后的步骤全部适用</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n later step(s) no longer apply</source>
        <translation>
            <numerusform>%1；此后有 %n 个步骤不再适用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lw::ImportanceChart</name>
    <message>
        <source>Importance of decisions</source>
        <translation>决策的重要性</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Share of the differences</source>
        <translation>所占差异的份额</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最好</translation>
    </message>
</context>
<context>
    <name>lw::Drawer</name>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Keep %1 open as a column of its own</source>
        <translation>让%1作为单独的一列保持打开</translation>
    </message>
    <message>
        <source>Close %1; its rail opens it again</source>
        <translation>关闭%1；侧栏可再次打开它</translation>
    </message>
</context>
<context>
    <name>lw::InspectorFeature</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>The inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Shows facts about the selection, the steps that are legal on it, why the others are not, and which steps would make them legal.</source>
        <translation>显示所选内容的信息、对它合法的步骤、其他步骤不合法的原因，以及使其合法的步骤。</translation>
    </message>
    <message>
        <source>Not applied: this was suggested for the state before. The suggestions for the shown state follow.</source>
        <translation>未应用：这是为上一个状态给出的建议。当前状态的建议稍后显示。</translation>
    </message>
</context>
<context>
    <name>lw::InspectorView</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>LEGAL HERE</source>
        <translation>此处合法</translation>
    </message>
    <message>
        <source>%1
Its arguments decide whether it is legal.</source>
        <translation>%1
是否合法取决于其参数。</translation>
    </message>
    <message>
        <source>NOT LEGAL HERE</source>
        <translation>此处不合法</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>Click a loop or a block to see its facts, the steps that are legal on it, and why the others are not.</source>
        <translation>点击一个循环或块，即可查看它的信息、可用的合法步骤，以及其他步骤不可用的原因。</translation>
    </message>
    <message>
        <source>, made by step %1</source>
        <translation>，由第 %1 步产生</translation>
    </message>
    <message>
        <source>, made by steps %1 and %2</source>
        <translation>，由第 %1 步和第 %2 步产生</translation>
    </message>
    <message>
        <source>Times the shown state and each of these steps, on copies</source>
        <translation>在副本上为当前状态和其中每个步骤计时</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Measure ▸</source>
        <translation>测量 ▸</translation>
    </message>
    <message>
        <source>Fewer ▴</source>
        <translation>收起 ▴</translation>
    </message>
    <message>
        <source>%1 more ▾</source>
        <translation>还有 %1 个 ▾</translation>
    </message>
    <message>
        <source>WHAT THEY DO</source>
        <translation>它们的效果</translation>
    </message>
    <message>
        <source>▲ Helps</source>
        <translation>▲ 有帮助</translation>
    </message>
    <message>
        <source>● Neutral</source>
        <translation>● 无明显影响</translation>
    </message>
    <message>
        <source>▼ Costs</source>
        <translation>▼ 有代价</translation>
    </message>
</context>
<context>
    <name>lw::InterpreterRuns</name>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>Recording a run of a smaller copy…</source>
        <translation>正在记录较小副本的运行…</translation>
    </message>
    <message>
        <source>This program cannot be played: %1</source>
        <translation>此程序无法播放：%1</translation>
    </message>
    <message>
        <source>Running the interpreter…</source>
        <translation>解释器正在运行…</translation>
    </message>
    <message>
        <source>Not run yet. Run (F5) to see the values of all inputs and outputs; the interpreter also shows intermediate buffers.</source>
        <translation>尚未运行。“运行”(F5) 显示所有输入输出的数值；解释器还显示中间缓冲区的数值。</translation>
    </message>
    <message>
        <source>%1, earlier text</source>
        <translation>%1，较早的文本</translation>
    </message>
</context>
<context>
    <name>lw::LayoutsFeature</name>
    <message>
        <source>La&amp;yout</source>
        <translation>布局(&amp;Y)</translation>
    </message>
    <message>
        <source>Default &amp;layout</source>
        <translation>默认布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Save this layout…</source>
        <translation>保存此布局(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Save the layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Ma&amp;ximize or restore the pane</source>
        <translation>最大化或还原窗格(&amp;X)</translation>
    </message>
    <message>
        <source>F&amp;old or unfold the inspector</source>
        <translation>折叠或展开检查器(&amp;O)</translation>
    </message>
    <message>
        <source>Fold or unfold the &amp;bottom row</source>
        <translation>折叠或展开底部一行(&amp;B)</translation>
    </message>
    <message>
        <source>Bottom row as &amp;tabs</source>
        <translation>底部一行显示为标签页(&amp;T)</translation>
    </message>
</context>
<context>
    <name>lw::Lecture</name>
    <message>
        <source>Lecture</source>
        <translation>讲课</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Faster or slower? (1 to 5, then the space bar)</source>
        <translation>更快还是更慢？（1 至 5，然后空格键）</translation>
    </message>
    <message>
        <source>✗ the result is wrong: %1</source>
        <translation>✗ 结果错误：%1</translation>
    </message>
    <message>
        <source>Answer: %1 (%2)</source>
        <translation>答案：%1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2 guesses were right</source>
        <translation>%2 次猜测中 %1 次正确</translation>
    </message>
</context>
<context>
    <name>lw::QuizBar</name>
    <message>
        <source>Slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>About the same</source>
        <translation>大致相同</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Up to 2 times as fast</source>
        <translation>速度至多为 2 倍</translation>
    </message>
    <message>
        <source>2 to 5 times as fast</source>
        <translation>速度为 2 至 5 倍</translation>
    </message>
    <message>
        <source>More than 5 times as fast</source>
        <translation>速度超过 5 倍</translation>
    </message>
    <message>
        <source>under %1</source>
        <translation>低于 %1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>No measurable difference: %1</source>
        <translation>测不出差别：%1</translation>
    </message>
    <message>
        <source>%1 times as fast: %2</source>
        <translation>速度是原来的 %1 倍：%2</translation>
    </message>
    <message>
        <source>%1 times as slow: %2</source>
        <translation>用时是原来的 %1 倍：%2</translation>
    </message>
</context>
<context>
    <name>lw::Presenter</name>
    <message>
        <source>Presenter</source>
        <translation>讲课者</translation>
    </message>
    <message>
        <source>Page Up and Page Down: steps · 1 to 5: guess · Space: answer · B: black screen · L: pointer · P: pen · E: erase · Z: enlarge · Esc: end</source>
        <translation>Page Up 和 Page Down：步骤 · 1 至 5：猜测 · 空格：答案 · B：黑屏 · L：指针 · P：笔 · E：擦除 · Z：放大 · Esc：结束</translation>
    </message>
    <message>
        <source>No notes on this step. N in the trace writes one; what follows a line --- is shown only here.</source>
        <translation>此步骤没有备注。在轨迹中按 N 写备注；一行 --- 之下的内容只显示在这里。</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
</context>
<context>
    <name>lw::ElementHistory</name>
    <message>
        <source>Access</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Accesses to the element</source>
        <translation>对该元素的访问</translation>
    </message>
    <message>
        <source>Select an element to see every value that it has in this run</source>
        <translation>选择一个元素，可查看它在此次运行中有过的每个值</translation>
    </message>
    <message>
        <source>%1 is never accessed in this run</source>
        <translation>此次运行从不访问 %1</translation>
    </message>
    <message>
        <source>%1: %2 writes, %3 reads; the first %4 are shown</source>
        <translation>%1：%2 次写，%3 次读；显示前 %4 次</translation>
    </message>
    <message>
        <source>%1: %2 writes, %3 reads</source>
        <translation>%1：%2 次写，%3 次读</translation>
    </message>
    <message>
        <source>reads %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>becomes %1</source>
        <translation>变为 %1</translation>
    </message>
    <message>
        <source>%1 becomes %2</source>
        <translation>%1 变为 %2</translation>
    </message>
</context>
<context>
    <name>lw::LectureFeature</name>
    <message>
        <source>Lect&amp;ure</source>
        <translation>讲课(&amp;U)</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
</context>
<context>
    <name>lw::Slides</name>
    <message>
        <source>Cannot write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>Step %1 did not come to rest</source>
        <translation>第 %1 步未能完成显示</translation>
    </message>
</context>
<context>
    <name>lw::LoopTreeFeature</name>
    <message>
        <source>Loop tree</source>
        <translation>循环树</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Go to another loop or block</source>
        <translation>转到另一个循环或块</translation>
    </message>
    <message>
        <source>The loop tree</source>
        <translation>循环树</translation>
    </message>
    <message>
        <source>Loops are nested boxes; blocks have dashed borders. Click one to select it in every pane. Drag a loop onto another to reorder them.</source>
        <translation>循环是层层嵌套的方框；块有虚线边框。点击即可在每个窗格中选中。将一个循环拖到另一个上可重排。</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Export the &amp;loop tree as a picture…</source>
        <translation>将循环树导出为图片(&amp;L)…</translation>
    </message>
    <message>
        <source>Export the loop tree as a picture</source>
        <translation>将循环树导出为图片</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>放大(&amp;Z)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
    <message>
        <source>Loop tree p&amp;icture</source>
        <translation>循环树图(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dependence arrows	D</source>
        <translation>依赖箭头(&amp;D)	D</translation>
    </message>
    <message>
        <source>Ani&amp;mate boxes after a step</source>
        <translation>步骤后以动画移动方框(&amp;M)</translation>
    </message>
    <message>
        <source>Boxes move to their new places in a fifth of a second</source>
        <translation>方框在五分之一秒内移到新位置</translation>
    </message>
    <message>
        <source>Loop &amp;tree</source>
        <translation>循环树(&amp;T)</translation>
    </message>
    <message>
        <source>The loop tree is locked: unlock it to move loops</source>
        <translation>循环树已锁定：解锁后才能移动循环</translation>
    </message>
    <message>
        <source>⚠ Text before the errors</source>
        <translation>⚠ 属于出错之前的文本</translation>
    </message>
    <message>
        <source>No program</source>
        <translation>无程序</translation>
    </message>
    <message>
        <source>Open a .py file with a @T.prim_func (Ctrl+O), drop one here, or type one into the source pane</source>
        <translation>打开含 @T.prim_func 的 .py 文件 (Ctrl+O)，拖放到此处，或在源代码窗格中输入</translation>
    </message>
    <message>
        <source>The source has errors</source>
        <translation>源代码有错误</translation>
    </message>
    <message>
        <source>Errors are underlined and listed under Problems; click one to go to its place</source>
        <translation>错误处有下划线，并在“问题”中列出位置；点击即可跳转</translation>
    </message>
    <message>
        <source>No function</source>
        <translation>无函数</translation>
    </message>
    <message>
        <source>This file has no @T.prim_func to schedule</source>
        <translation>此文件没有可调度的 @T.prim_func</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open a sample…</source>
        <translation>打开示例…</translation>
    </message>
    <message>
        <source>Reading the program…</source>
        <translation>正在读取程序…</translation>
    </message>
    <message>
        <source>A graph without kernels</source>
        <translation>没有内核的图</translation>
    </message>
    <message>
        <source>This file has no @T.prim_func to schedule. Its graph is in the pane Graph (Alt+G)</source>
        <translation>此文件没有可调度的 @T.prim_func。它的图在窗格“图”中 (Alt+G)</translation>
    </message>
    <message>
        <source>Against %1</source>
        <translation>对比%1</translation>
    </message>
    <message>
        <source>Against %1, without %2</source>
        <translation>对比%1，没有 %2</translation>
    </message>
    <message>
        <source>Zoom everything i&amp;n</source>
        <translation>全部放大(&amp;N)</translation>
    </message>
    <message>
        <source>Zoom everything ou&amp;t</source>
        <translation>全部缩小(&amp;T)</translation>
    </message>
    <message>
        <source>Everything at its act&amp;ual size</source>
        <translation>全部恢复实际大小(&amp;U)</translation>
    </message>
    <message>
        <source>No loops</source>
        <translation>没有循环</translation>
    </message>
    <message>
        <source>This function has no loop or block that a step could transform</source>
        <translation>此函数没有步骤可以变换的循环或块</translation>
    </message>
    <message>
        <source>No program yet</source>
        <translation>还没有程序</translation>
    </message>
    <message>
        <source>Python makes the programs of this file: Ctrl+Shift+R runs it, if you allow it, and Ctrl+Shift+O lists what it made</source>
        <translation>此文件的程序由 Python 生成：按 Ctrl+Shift+R 可在你允许后运行它，按 Ctrl+Shift+O 列出它生成的内容</translation>
    </message>
</context>
<context>
    <name>lw::LoopTreeMinimap</name>
    <message>
        <source>Overview of the loop tree</source>
        <translation>循环树概览</translation>
    </message>
    <message>
        <source>The whole program; click to go to a part</source>
        <translation>整个程序；点击即可前往</translation>
    </message>
</context>
<context>
    <name>lw::LoopTreePainter</name>
    <message>
        <source>reads</source>
        <translation>读</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写</translation>
    </message>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>init</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>where</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>1 writes, 2 reads</source>
        <translation>1 写，2 读</translation>
    </message>
    <message>
        <source>1 reads, 2 writes</source>
        <translation>1 读，2 写</translation>
    </message>
    <message>
        <source>Both write</source>
        <translation>都写</translation>
    </message>
    <message>
        <source>Both update</source>
        <translation>都更新</translation>
    </message>
    <message>
        <source>The second reads what the first wrote</source>
        <translation>后者读取前者写入的元素</translation>
    </message>
    <message>
        <source>The second overwrites what the first read</source>
        <translation>后者覆盖前者读取的元素</translation>
    </message>
    <message>
        <source>Both write the same element</source>
        <translation>二者写同一元素</translation>
    </message>
    <message>
        <source>Both read and write the same element</source>
        <translation>二者读写同一元素</translation>
    </message>
</context>
<context>
    <name>lw::LoopTreeView</name>
    <message>
        <source>Loop tree</source>
        <translation>循环树</translation>
    </message>
    <message>
        <source>Drag a loop to reorder · double-click to split · right-click for all steps</source>
        <translation>拖动循环以重排 · 双击拆分 · 右键查看所有步骤</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>What you can open</source>
        <translation>可以打开的内容</translation>
    </message>
</context>
<context>
    <name>lw::LoweredFeature</name>
    <message>
        <source>&amp;Lowered stages</source>
        <translation>编译阶段(&amp;L)</translation>
    </message>
    <message>
        <source>Lowered te&amp;xt</source>
        <translation>底层代码文本(&amp;X)</translation>
    </message>
    <message>
        <source>Down to machine code</source>
        <translation>直到机器码</translation>
    </message>
    <message>
        <source>Shows every lowering pass, then LLVM IR and assembly. What you select in the tree is marked here too.</source>
        <translation>显示编译的每个阶段，然后是 LLVM IR 与汇编。在循环树中选择的内容这里也会标出。</translation>
    </message>
    <message>
        <source>Lowered</source>
        <translation>底层代码</translation>
    </message>
    <message>
        <source>Stop comparing (Esc in the trace)</source>
        <translation>停止比较（在轨迹中按 Esc）</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Show what the stage changed, compared with the stage before it</source>
        <translation>显示该阶段相对前一阶段的变化</translation>
    </message>
    <message>
        <source>Hide unchanged</source>
        <translation>隐藏无变化</translation>
    </message>
    <message>
        <source>Hide stages that changed nothing</source>
        <translation>隐藏没有变化的阶段</translation>
    </message>
    <message>
        <source>Against %1  ✕</source>
        <translation>对比 %1  ✕</translation>
    </message>
    <message>
        <source>Show the graph (Alt+G) to see the model after every pass</source>
        <translation>显示图（Alt+G），即可看到每个 pass 之后的模型</translation>
    </message>
</context>
<context>
    <name>lw::LoweredView</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Text of the stage</source>
        <translation>阶段文本</translation>
    </message>
    <message>
        <source>Identical</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>+%1 −%2 lines</source>
        <translation>+%1 −%2 行</translation>
    </message>
    <message>
        <source>● Changed · %1 lines</source>
        <translation>● 有变化 · %1 行</translation>
    </message>
    <message>
        <source>○ Unchanged · %1 lines</source>
        <translation>○ 无变化 · %1 行</translation>
    </message>
    <message>
        <source>Generating…</source>
        <translation>正在生成…</translation>
    </message>
    <message>
        <source>Open a program to see every lowering stage, from the scheduled program to the assembly</source>
        <translation>打开程序即可查看编译的每个阶段，从调度后的程序直到汇编</translation>
    </message>
    <message>
        <source>Not generated</source>
        <translation>未生成</translation>
    </message>
    <message>
        <source>Show the names of the stages</source>
        <translation>显示阶段名称</translation>
    </message>
    <message>
        <source>Fold the list of stages to its dots</source>
        <translation>将阶段列表折叠为圆点</translation>
    </message>
</context>
<context>
    <name>lw::Lowering</name>
    <message>
        <source>Lowering for %1 is not available yet</source>
        <translation>尚不支持为 %1 生成代码</translation>
    </message>
</context>
<context>
    <name>lw::NextSteps</name>
    <message>
        <source>the program contains code of its own</source>
        <translation>程序含有自己的代码</translation>
    </message>
    <message>
        <source>Not timed: %1</source>
        <translation>未计时：%1</translation>
    </message>
    <message>
        <source>the time of an emulator says nothing about a GPU</source>
        <translation>模拟器的用时不能说明 GPU 的速度</translation>
    </message>
    <message>
        <source>✗ the result is wrong (%1)</source>
        <translation>✗ 结果错误（%1）</translation>
    </message>
    <message>
        <source>%1, indistinguishable from now</source>
        <translation>%1，与现在无法区分</translation>
    </message>
    <message>
        <source>%1, %2× faster than now</source>
        <translation>%1，比现在快 %2 倍</translation>
    </message>
    <message>
        <source>%1, %2× slower than now</source>
        <translation>%1，比现在慢 %2 倍</translation>
    </message>
</context>
<context>
    <name>lw::NoticeBar</name>
    <message>
        <source>Notices about the file</source>
        <translation>关于文件的通知</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>关闭通知</translation>
    </message>
</context>
<context>
    <name>lw::NoticesFeature</name>
    <message>
        <source>Hint %1 of %2</source>
        <translation>提示 %1/%2</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Shows what may help, one sentence at a time</source>
        <translation>每次显示一条可能有帮助的提示</translation>
    </message>
    <message>
        <source>Next exercise ▸</source>
        <translation>下一题 ▸</translation>
    </message>
    <message>
        <source>Challenge: %1.</source>
        <translation>挑战：%1。</translation>
    </message>
    <message>
        <source>%1 Run (F5) says how far the shown state is.</source>
        <translation>%1 “运行”（F5）会说明所示状态的进度。</translation>
    </message>
    <message>
        <source>%1 The shown state: %2</source>
        <translation>%1 所示状态：%2</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>This file is for a GPU: its schedules bind loops to threads, and %1 does not compile such a state.</source>
        <translation>此文件面向 GPU：它的调度把循环绑定到线程，而 %1 不编译这样的状态。</translation>
    </message>
    <message>
        <source>A device runs and times it.</source>
        <translation>设备会运行并计时。</translation>
    </message>
    <message>
        <source>The emulator runs it here, finds races and missing barriers and counts memory transactions; its times are not those of a GPU.</source>
        <translation>模拟器在本机运行它，找出竞争和缺少的屏障，并统计内存事务；其时间不是 GPU 的时间。</translation>
    </message>
</context>
<context>
    <name>lw::OperatorForm</name>
    <message>
        <source>New from operator</source>
        <translation>由算子新建</translation>
    </message>
    <message>
        <source>Find an operator…</source>
        <translation>查找算子…</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Source of the new program</source>
        <translation>新程序的源代码</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Shape, such as (64, 64) or int32(16,)</source>
        <translation>形状，如 (64, 64) 或 int32(16,)</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>按默认</translation>
    </message>
    <message>
        <source>The shape of the tensor, with its type in front unless that is float32: int32(16,)</source>
        <translation>张量的形状；若不是 float32，则在前面写类型：int32(16,)</translation>
    </message>
    <message>
        <source>A value, as written in the source</source>
        <translation>值，写法与源代码相同</translation>
    </message>
    <message>
        <source>✓ This makes a program</source>
        <translation>✓ 可以生成程序</translation>
    </message>
</context>
<context>
    <name>lw::OperatorsFeature</name>
    <message>
        <source>&amp;New from operator…</source>
        <translation>由算子新建(&amp;N)…</translation>
    </message>
</context>
<context>
    <name>lw::PaletteFeature</name>
    <message>
        <source>Type a &amp;step…</source>
        <translation>输入步骤(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Apply from the file</source>
        <translation>应用文件中的调度(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Function of the file</source>
        <translation>文件中的函数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Composites</source>
        <translation>组合步骤(&amp;C)</translation>
    </message>
    <message>
        <source>The steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Each button is a step. Grey steps are not legal on the selection; hover over one to see why. Press Ctrl+K to type a step instead.</source>
        <translation>每个按钮是一个步骤。灰色的对所选内容不合法；指针停留会说明原因。也可以按 Ctrl+K 输入步骤。</translation>
    </message>
    <message>
        <source>Ctrl+K  Type a step…</source>
        <translation>Ctrl+K  输入步骤…</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>There is no program</source>
        <translation>没有程序</translation>
    </message>
    <message>
        <source>Click a loop or a block, then a step:</source>
        <translation>先单击循环或块，再单击步骤：</translation>
    </message>
</context>
<context>
    <name>lw::Pane</name>
    <message>
        <source>Show or hide %1</source>
        <translation>显示或隐藏%1</translation>
    </message>
    <message>
        <source>Fold %1 to a rail</source>
        <translation>将%1折叠为侧栏</translation>
    </message>
    <message>
        <source>Unfold this row of panes</source>
        <translation>展开这一行窗格</translation>
    </message>
    <message>
        <source>Fold this row of panes to its headers</source>
        <translation>将这一行窗格折叠为标题栏</translation>
    </message>
</context>
<context>
    <name>lw::PaneLock</name>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>lw::PinLegend</name>
    <message>
        <source>Pinned names</source>
        <translation>已标记的名称</translation>
    </message>
    <message>
        <source>%1, not here</source>
        <translation>%1，此处没有</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>取消 %1 的标记</translation>
    </message>
    <message>
        <source>No shown text contains %1. Unpin it</source>
        <translation>显示的文本中没有 %1。取消标记</translation>
    </message>
</context>
<context>
    <name>lw::Playback</name>
    <message>
        <source>a hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>a cold miss: first use of the line</source>
        <translation>冷未命中：该行首次使用</translation>
    </message>
    <message>
        <source>a capacity miss: too many lines since its last use</source>
        <translation>容量未命中：上次使用后访问了过多的行</translation>
    </message>
    <message>
        <source>a conflict miss: too many lines of its set since its last use</source>
        <translation>冲突未命中：上次使用后同组的行过多</translation>
    </message>
    <message>
        <source>%1=%2</source>
        <translation>%1=%2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1: about to start</source>
        <translation>%1：即将开始</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>reads %1, which is %2</source>
        <translation>读 %1，其值为 %2</translation>
    </message>
    <message>
        <source>%1  %2, in %3 banks</source>
        <translation>%1  %2，分 %3 个存储体</translation>
    </message>
    <message>
        <source>1 sector of 32 bytes</source>
        <translation>1 个 32 字节的扇区</translation>
    </message>
    <message>
        <source>%1 sectors of 32 bytes</source>
        <translation>%1 个 32 字节的扇区</translation>
    </message>
    <message>
        <source>%1 where %2 would suffice</source>
        <translation>%1，而 %2 个就够了</translation>
    </message>
    <message>
        <source>%1: coalesced</source>
        <translation>%1：已合并</translation>
    </message>
    <message>
        <source>1 pass</source>
        <translation>1 遍</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 遍</translation>
    </message>
    <message>
        <source>no bank conflict: %1</source>
        <translation>没有存储体冲突：%1</translation>
    </message>
    <message>
        <source>%1 lanes conflict in bank %2: %3</source>
        <translation>%1 个通道在第 %2 个存储体冲突：%3</translation>
    </message>
    <message>
        <source>%1 lanes access %2 words of bank %3: %4</source>
        <translation>%1 个通道访问第 %3 个存储体的 %2 个字：%4</translation>
    </message>
    <message>
        <source>%L1 sectors of 32 bytes transferred, %2 % of them needed</source>
        <translation>传输了 %L1 个 32 字节的扇区，其中 %2 % 是必需的</translation>
    </message>
    <message>
        <source>; %L1 passes over the banks, %2 % of them needed</source>
        <translation>；访问存储体 %L1 遍，其中 %2 % 是必需的</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 lane writes %1</source>
        <translation>1 个通道写 %1</translation>
    </message>
    <message>
        <source>1 lane reads %1</source>
        <translation>1 个通道读 %1</translation>
    </message>
    <message>
        <source>%1 lanes write %2</source>
        <translation>%1 个通道写 %2</translation>
    </message>
    <message>
        <source>%1 lanes read %2</source>
        <translation>%1 个通道读 %2</translation>
    </message>
    <message>
        <source>block %1, warp %2: %3, %4</source>
        <translation>线程块 %1，warp %2：%3，%4</translation>
    </message>
    <message>
        <source>%1  registers, %2 per lane</source>
        <translation>%1  寄存器，每通道 %2 个</translation>
    </message>
    <message>
        <source>registers: no memory traffic</source>
        <translation>寄存器：不产生访存</translation>
    </message>
    <message>
        <source>registers are not shown: %1 per lane</source>
        <translation>不显示寄存器：每通道 %1 个</translation>
    </message>
    <message>
        <source>registers are not shown: the run would be too long</source>
        <translation>不显示寄存器：记录会过长</translation>
    </message>
</context>
<context>
    <name>lw::PlaybackBar</name>
    <message>
        <source>By access</source>
        <translation>按访问</translation>
    </message>
    <message>
        <source>By statement</source>
        <translation>按语句</translation>
    </message>
    <message>
        <source>By block</source>
        <translation>按块</translation>
    </message>
    <message>
        <source>Step size</source>
        <translation>一步的单位</translation>
    </message>
    <message>
        <source>Go back to the previous breakpoint (Shift+F8)</source>
        <translation>退回上一个断点 (Shift+F8)</translation>
    </message>
    <message>
        <source>Step back (Shift+F10)</source>
        <translation>退一步 (Shift+F10)</translation>
    </message>
    <message>
        <source>Step forward (F10)</source>
        <translation>进一步 (F10)</translation>
    </message>
    <message>
        <source>Go to the next breakpoint (F8)</source>
        <translation>前往下一个断点 (F8)</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 / %L2</translation>
    </message>
</context>
<context>
    <name>lw::PrimitiveBar</name>
    <message>
        <source>More ▾</source>
        <translation>更多 ▾</translation>
    </message>
    <message>
        <source>More steps</source>
        <translation>更多步骤</translation>
    </message>
    <message>
        <source>COMPOSITES</source>
        <translation>组合步骤</translation>
    </message>
</context>
<context>
    <name>lw::PrimitiveForm</name>
    <message>
        <source>Parameters of the step</source>
        <translation>步骤参数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Assume and check</source>
        <translation>假定并检查</translation>
    </message>
    <message>
        <source>It is not known to be illegal: take it, and compare the programs before and after</source>
        <translation>它并不一定不合法：应用它，并比较之前和之后的程序</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>✓ legal</source>
        <translation>✓ 合法</translation>
    </message>
    <message>
        <source>The inner loop is one vector of %1 float32 on this machine</source>
        <translation>内层循环恰为本机一个 %1 个 float32 的向量</translation>
    </message>
</context>
<context>
    <name>lw::ProblemsFeature</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>问题(&amp;P)</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>问题 (%1)</translation>
    </message>
</context>
<context>
    <name>lw::ProblemsView</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>lw::ReasonTable</name>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>lw::RefusalCard</name>
    <message>
        <source>No one or two preceding steps make it legal</source>
        <translation>在它之前的一两个步骤都不能使其合法</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在寻找…</translation>
    </message>
    <message>
        <source>Search for steps that make it legal</source>
        <translation>寻找使其合法的步骤</translation>
    </message>
    <message>
        <source>Assume and check ▸</source>
        <translation>假定并检查 ▸</translation>
    </message>
    <message>
        <source>It is not known to be illegal: take it, and compare the programs before and after</source>
        <translation>它并不一定不合法：应用它，并比较之前和之后的程序</translation>
    </message>
    <message>
        <source>Find a repair ▸</source>
        <translation>寻找修复办法 ▸</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>lw::ResultsFeature</name>
    <message>
        <source>Run, figures and problems</source>
        <translation>运行、数据与问题</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Enlarge this pane (Ctrl+Shift+M)</source>
        <translation>放大此窗格 (Ctrl+Shift+M)</translation>
    </message>
    <message>
        <source>&amp;Enlarge or restore the results</source>
        <translation>放大或还原结果区(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lw::ReuseChart</name>
    <message>
        <source>Number of other lines used before a line is used again</source>
        <translation>一行再次使用之前用到多少其他行</translation>
    </message>
    <message>
        <source>Number of other lines used before a line is used again, in the whole run; left of the mark, the line can still be in the cache</source>
        <translation>整个运行中，一行再次使用之前用到多少其他行；在标记左侧的行仍可能在缓存中</translation>
    </message>
    <message>
        <source>1st</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>%1k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>Other lines used before a line is used again; left of the mark it is still cached</source>
        <translation>同一行再次使用之前用到的其他行数；在标记左侧时它仍在缓存中</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Start copies</source>
        <translation>发起复制</translation>
    </message>
    <message>
        <source>Wait for copies</source>
        <translation>等待复制</translation>
    </message>
    <message>
        <source>Wait for the phase of a barrier</source>
        <translation>等待屏障的阶段</translation>
    </message>
    <message>
        <source>Wait for the other warps</source>
        <translation>等待其他 warp</translation>
    </message>
    <message>
        <source>%1, block %2</source>
        <translation>%1，块 %2</translation>
    </message>
    <message>
        <source>%1, %2 cycles</source>
        <translation>%1，%2 个周期</translation>
    </message>
    <message>
        <source>%1, stalled in %2 of them</source>
        <translation>%1，其中停顿 %2 个</translation>
    </message>
    <message>
        <source>%1 bytes to %2, in flight for %3 cycles</source>
        <translation>%1 字节到 %2，进行了 %3 个周期</translation>
    </message>
    <message>
        <source>%1 cycles, %2 µs</source>
        <translation>%1 个周期，%2 微秒</translation>
    </message>
    <message>
        <source>warps issue instructions %1 %, are stalled %2 %, wait %3 %</source>
        <translation>warp 发射指令 %1 %，停顿 %2 %，等待 %3 %</translation>
    </message>
    <message>
        <source>no asynchronous copies</source>
        <translation>没有异步复制</translation>
    </message>
    <message>
        <source>copies in flight %1 %, and a warp computes in %2 % of that</source>
        <translation>复制进行中 %1 %，其中 %2 % 的时间有 warp 在计算</translation>
    </message>
    <message>
        <source>a multiprocessor holds %1 such blocks</source>
        <translation>一个多处理器容纳 %1 个这样的线程块</translation>
    </message>
    <message>
        <source>⚠ the block does not end, or does too much to be recorded</source>
        <translation>⚠ 该线程块不会结束，或工作太多而无法全部记录</translation>
    </message>
</context>
<context>
    <name>lw::TimelineFeature</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>T&amp;imeline of a GPU block</source>
        <translation>GPU 线程块的时间线(&amp;I)</translation>
    </message>
    <message>
        <source>Export the timeline as a picture</source>
        <translation>将时间线导出为图片</translation>
    </message>
</context>
<context>
    <name>lw::TimelinePlot</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>warp %1</source>
        <translation>warp %1</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Warp %1: %2</source>
        <translation>warp %1：%2</translation>
    </message>
    <message>
        <source>Timeline, %1</source>
        <translation>时间线，%1</translation>
    </message>
</context>
<context>
    <name>lw::TimelineView</name>
    <message>
        <source>Kernel whose block the timeline shows</source>
        <translation>时间线所示线程块的内核</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the timeline as a picture (SVG or PNG)</source>
        <translation>将时间线保存为图片（SVG 或 PNG）</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>start copies</source>
        <translation>发起复制</translation>
    </message>
    <message>
        <source>wait or stalled</source>
        <translation>等待或停顿</translation>
    </message>
    <message>
        <source>copies in flight</source>
        <translation>进行中的复制</translation>
    </message>
    <message>
        <source>One block alone on %1, modelled, not measured: %2</source>
        <translation>%1 上单独一个线程块，为模型值而非测量：%2</translation>
    </message>
    <message>
        <source>Timeline of %1</source>
        <translation>%1 的时间线</translation>
    </message>
</context>
<context>
    <name>lw::Timelines</name>
    <message>
        <source>No loop is bound to threads of a GPU. The timeline shows how the warps of a block compute, copy and wait.</source>
        <translation>没有循环绑定到 GPU 的线程。时间线展示线程块的各 warp 何时计算、复制和等待。</translation>
    </message>
    <message>
        <source>Running one block of each kernel…</source>
        <translation>正在运行每个内核的一个线程块…</translation>
    </message>
    <message>
        <source>There is no timeline: %1</source>
        <translation>没有时间线：%1</translation>
    </message>
</context>
<context>
    <name>lw::RooflineFeature</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>R&amp;oofline</source>
        <translation>屋顶线(&amp;O)</translation>
    </message>
    <message>
        <source>Export the roofline as a picture</source>
        <translation>将屋顶线导出为图片</translation>
    </message>
</context>
<context>
    <name>lw::RooflinePlot</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>No state has run yet</source>
        <translation>尚无状态运行过</translation>
    </message>
    <message>
        <source>Roofline, %1</source>
        <translation>屋顶线，%1</translation>
    </message>
    <message>
        <source>No state has run yet. Run (F5) to time the shown state; its dot appears here.</source>
        <translation>尚无状态运行过。“运行”(F5) 为当前状态计时；其点会显示在此处。</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Operations per byte from %1</source>
        <comment>axis</comment>
        <translation>每字节（%1）运算数</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>Multiply-adds, float64: %1 GFLOP/s</source>
        <translation>乘加，float64：%1 GFLOP/s</translation>
    </message>
    <message>
        <source>Multiply-adds: %1 GFLOP/s</source>
        <translation>乘加：%1 GFLOP/s</translation>
    </message>
    <message>
        <source>One thread: %1</source>
        <translation>单线程：%1</translation>
    </message>
</context>
<context>
    <name>lw::RooflineView</name>
    <message>
        <source>Bytes from</source>
        <translation>字节来自</translation>
    </message>
    <message>
        <source>Memory level whose traffic the roofline counts</source>
        <translation>屋顶线按哪一级的字节计</translation>
    </message>
    <message>
        <source>%1 · measured busy</source>
        <translation>%1 · 测量时繁忙</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save the roofline as a picture (SVG or PNG)</source>
        <translation>将屋顶线保存为图片（SVG 或 PNG）</translation>
    </message>
    <message>
        <source>Roofline, %1</source>
        <translation>屋顶线，%1</translation>
    </message>
</context>
<context>
    <name>lw::RunChart</name>
    <message>
        <source>Chart of all runs</source>
        <translation>所有运行的图表</translation>
    </message>
    <message>
        <source>%1: %2 ± %3, %4</source>
        <translation>%1：%2 ± %3，%4</translation>
    </message>
    <message>
        <source>%1; the result is wrong</source>
        <translation>%1；结果错误</translation>
    </message>
    <message>
        <source>; %1 took %2</source>
        <translation>；%1用时 %2</translation>
    </message>
    <message>
        <source>%1; the result was not checked</source>
        <translation>%1；结果未检查</translation>
    </message>
    <message>
        <source>%1 of %2 states</source>
        <translation>%2 个状态中的 %1 个</translation>
    </message>
    <message>
        <source>– – reference of each run</source>
        <translation>– – 各次运行的参考</translation>
    </message>
    <message>
        <source>(step %1)</source>
        <translation>（第 %1 步）</translation>
    </message>
    <message>
        <source>Calls per second (log scale)</source>
        <translation>每秒调用次数（对数刻度）</translation>
    </message>
    <message>
        <source>Calls/s (log)</source>
        <translation>次/秒（对数）</translation>
    </message>
    <message>
        <source>%1: %2 (%3), %4</source>
        <translation>%1：%2（%3），%4</translation>
    </message>
</context>
<context>
    <name>lw::RunFeature</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>F5 builds the shown state, checks it against the reference and times it. Help &gt; Keys lists every key; you can start this tour again from the Help menu.</source>
        <translation>F5 构建当前状态，与参考核对并计时。“帮助 &gt; 按键”列出全部按键；可从“帮助”菜单再次开始本导览。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show all runs as a table</source>
        <translation>以表格显示所有运行</translation>
    </message>
    <message>
        <source>Time every step</source>
        <translation>为每步计时</translation>
    </message>
    <message>
        <source>Check and time each state that led to the shown one, whenever the machine is idle</source>
        <translation>空闲时检查并计时通向当前状态的每个状态</translation>
    </message>
    <message>
        <source>Run ▸</source>
        <translation>运行 ▸</translation>
    </message>
    <message>
        <source>Build the shown state, check it against the reference and time it (F5)</source>
        <translation>构建当前状态，与参考结果核对并计时 (F5)</translation>
    </message>
    <message>
        <source>&amp;Run the shown state</source>
        <translation>运行当前状态(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>取消运行(&amp;C)</translation>
    </message>
    <message>
        <source>Export the &amp;chart of the runs as a picture…</source>
        <translation>将运行图表导出为图片(&amp;C)…</translation>
    </message>
    <message>
        <source>Export the chart of the runs as a picture</source>
        <translation>将运行图表导出为图片</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>运行(&amp;U)</translation>
    </message>
    <message>
        <source>Being checked and timed in the background…</source>
        <translation>正在后台检查并计时…</translation>
    </message>
    <message>
        <source>Too slow to be timed in the background: it took longer than %1 s. Run waits for it.</source>
        <translation>太慢，无法在后台计时：它用时超过 %1 秒。“运行”会等它结束。</translation>
    </message>
    <message>
        <source>Run se&amp;ttings</source>
        <translation>运行设置(&amp;T)</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Estimate from %1 % of the iterations; the result is not checked.</source>
        <translation>由 %1 % 的迭代估计；结果未核对。</translation>
    </message>
    <message>
        <source>Run measures the whole.</source>
        <translation>“运行”会测量整个程序。</translation>
    </message>
    <message>
        <source>S&amp;weep over a size…</source>
        <translation>对一个大小扫描(&amp;W)…</translation>
    </message>
</context>
<context>
    <name>lw::RunModel</name>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 · %2×</source>
        <translation>%1 · %2×</translation>
    </message>
    <message>
        <source>at most %1 %2</source>
        <translation>%2 至多 %1</translation>
    </message>
    <message>
        <source>%1 times fewer %2 than the start</source>
        <translation>%2至多为程序原文的 1/%1</translation>
    </message>
    <message>
        <source>%1 not counted</source>
        <translation>%1 没有计数</translation>
    </message>
    <message>
        <source>%1 of at most %2 %3</source>
        <translation>%3：%1（至多 %2）</translation>
    </message>
    <message>
        <source>%1 of %2× fewer %3</source>
        <translation>%3：原文的 1/%1（目标 1/%2）</translation>
    </message>
    <message>
        <source>%1 times as fast as the start</source>
        <translation>速度达到起始程序的 %1 倍</translation>
    </message>
    <message>
        <source>%1 times as fast as the reference</source>
        <translation>速度达到参考实现的 %1 倍</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 of %2×</source>
        <translation>%1 / %2×</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>in at most 1 step</source>
        <translation>最多 1 步</translation>
    </message>
    <message>
        <source>in at most %1 steps</source>
        <translation>最多 %1 步</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>模拟运行</translation>
    </message>
    <message>
        <source>✓ matches %1</source>
        <translation>✓ 与%1一致</translation>
    </message>
    <message>
        <source>✗ wrong result</source>
        <translation>✗ 结果错误</translation>
    </message>
    <message>
        <source>✗ the result is wrong</source>
        <translation>✗ 结果错误</translation>
    </message>
    <message>
        <source>the start is not timed</source>
        <translation>起点未计时</translation>
    </message>
    <message>
        <source>the reference is not timed</source>
        <translation>参考未计时</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Model · measured</source>
        <translation>模型 · 实测</translation>
    </message>
    <message>
        <source>Against the reference</source>
        <translation>与参考相比</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>%1 in this run; the time comes from %2 runs of the same code</source>
        <translation>本次运行为 %1；所示用时来自代码相同的 %2 次运行</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1Cycles of loop %2</source>
        <translation>%1循环 %2 的周期数</translation>
    </message>
    <message>
        <source>%1 · %2, %3 cache lines, limited by %4</source>
        <translation>%1 · %2，%3 个缓存行，受限于%4</translation>
    </message>
    <message>
        <source>In all executions, with the loops inside, by the model of the challenge. The names are those of the lowered program</source>
        <translation>所有执行合计，包括内层循环，按挑战所用的模型。名称是降低后程序中的名称</translation>
    </message>
    <message>
        <source>Costs most</source>
        <translation>开销最大</translation>
    </message>
    <message>
        <source>Model and time</source>
        <translation>模型与时间</translation>
    </message>
    <message>
        <source>What the model of the challenge counts, beside what was measured here</source>
        <translation>挑战所用模型的计数，与此处测得的时间对照</translation>
    </message>
</context>
<context>
    <name>lw::RunRecords</name>
    <message>
        <source>The run is recorded for %1</source>
        <translation>运行已记录在 %1 中</translation>
    </message>
    <message>
        <source>The result is wrong: %1</source>
        <translation>结果错误：%1</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>earlier text</source>
        <translation>较早的文本</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>plain loops, without OpenBLAS</source>
        <translation>普通循环，没有 OpenBLAS</translation>
    </message>
    <message>
        <source>%1, %2 kernels</source>
        <translation>%1，%2 内核</translation>
    </message>
</context>
<context>
    <name>lw::RunView</name>
    <message>
        <source>Packed once</source>
        <translation>打包一次</translation>
    </message>
    <message>
        <source>%1 in %2, not counted</source>
        <translation>%1，用时 %2，不计入</translation>
    </message>
    <message>
        <source>These weights are the same in every call. They were packed before the calls, and the time of a call does not contain that of packing</source>
        <translation>这些权重在每次调用中都相同。它们在调用之前打包，调用的时间不包含打包的时间</translation>
    </message>
    <message>
        <source>✓ matches %1</source>
        <translation>✓ 与%1一致</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 … %2 %</source>
        <translation>%1 … %2 %</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>Not run yet. Run to build, check and time the shown state.</source>
        <translation>尚未运行。“运行”会构建当前状态，核对并计时。</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source> · %1 % of this machine&apos;s peak</source>
        <translation> · 本机峰值的 %1 %</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未核对</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>Against %1</source>
        <translation>对比 %1</translation>
    </message>
    <message>
        <source>Against the start</source>
        <translation>对比起点</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Compiled in</source>
        <translation>编译耗时</translation>
    </message>
    <message>
        <source>Model: %1, bound by %2
%3</source>
        <translation>模型：%1，受限于 %2
%3</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比状态</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>尚未运行</translation>
    </message>
    <message>
        <source>default arithmetic</source>
        <translation>默认算术</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>算术</translation>
    </message>
    <message>
        <source>Code generation was allowed to do this; without it the result may differ in its last digits</source>
        <translation>代码生成获准这样做；不允许时结果末位可能不同</translation>
    </message>
    <message>
        <source>%1 · cached</source>
        <translation>%1 · 已缓存</translation>
    </message>
    <message>
        <source>The same code was compiled before and is cached</source>
        <translation>相同代码先前已编译，取自缓存</translation>
    </message>
    <message>
        <source>Challenge: %1
</source>
        <translation>挑战：%1
</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>挑战</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>运行结果</translation>
    </message>
    <message>
        <source>No run of this program on %1 yet. The table lists all runs.</source>
        <translation>此程序尚未在 %1 上运行。表格列出了所有运行。</translation>
    </message>
    <message>
        <source>Emulated</source>
        <translation>模拟运行</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>模拟运行</translation>
    </message>
    <message>
        <source>✗ wrong result, %1</source>
        <translation>✗ 结果错误，%1</translation>
    </message>
    <message>
        <source>the emulator took %1, which says nothing about a GPU</source>
        <translation>模拟器用时 %1，不能说明 GPU 的速度</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>✓ matches %1, max error %2</source>
        <translation>✓ 与%1一致，最大误差 %2</translation>
    </message>
    <message>
        <source>The file has no reference, so the result was compared with that of the program as written</source>
        <translation>文件没有参考实现，因此结果与原样程序的结果比较</translation>
    </message>
    <message>
        <source>the result is wrong, so its time is not compared</source>
        <translation>结果错误，因此不比较其用时</translation>
    </message>
    <message>
        <source>No chart for %1: its times are those of the emulator, not of a GPU. The table lists all runs.</source>
        <translation>%1 没有图表：其用时属于模拟器，不是 GPU 的。表格列出了所有运行。</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source> · more than this machine&apos;s measured peak</source>
        <translation> · 超过测得的本机峰值</translation>
    </message>
    <message>
        <source>Reference by</source>
        <translation>参考由何计算</translation>
    </message>
    <message>
        <source>Meanwhile</source>
        <translation>与此同时</translation>
    </message>
    <message>
        <source>Other programs ran during the measurement, so its times may be too long</source>
        <translation>测量时有其他程序在运行，因此用时可能偏长</translation>
    </message>
    <message>
        <source>Same code</source>
        <translation>相同代码</translation>
    </message>
    <message>
        <source>%1 runs together</source>
        <translation>共 %1 次运行</translation>
    </message>
    <message>
        <source>These runs had the same code under the same conditions, so they have one time. This run alone took %1</source>
        <translation>这些运行的代码和条件都相同，因此共用一个用时。单独这次运行用时 %1</translation>
    </message>
    <message>
        <source>Sum in float32</source>
        <translation>以 float32 求和</translation>
    </message>
</context>
<context>
    <name>lw::AwaitedRuns</name>
    <message>
        <source>Not run: the program&apos;s code was not allowed</source>
        <translation>未运行：程序的代码未获允许</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>A run is in progress: cancel it first</source>
        <translation>已有运行在进行：请先取消</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Run cancelled</source>
        <translation>运行已取消</translation>
    </message>
    <message>
        <source>from the run as written</source>
        <translation>来自原样运行</translation>
    </message>
    <message>
        <source>from the run of %1</source>
        <translation>来自%1的运行</translation>
    </message>
    <message>
        <source>searching for the step</source>
        <translation>正在寻找步骤</translation>
    </message>
    <message>
        <source>checking step %1</source>
        <translation>正在检查第 %1 步</translation>
    </message>
    <message>
        <source>there is no reference to check against</source>
        <translation>没有可核对的参考</translation>
    </message>
    <message>
        <source>The search stopped: %1</source>
        <translation>搜索已停止：%1</translation>
    </message>
    <message>
        <source>Every state up to this one gives the right result</source>
        <translation>直到此状态，每个状态的结果都正确</translation>
    </message>
    <message>
        <source>the program as written</source>
        <translation>程序原文</translation>
    </message>
    <message>
        <source>step %1, %2</source>
        <translation>第 %1 步，%2</translation>
    </message>
    <message>
        <source>The first state with a wrong result is %1: %2</source>
        <translation>第一个结果错误的状态是%1：%2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>lw::SweepChart</name>
    <message>
        <source>Chart of the sweep</source>
        <translation>扫描的图表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2; the result is wrong</source>
        <translation>%1：%2；结果错误</translation>
    </message>
    <message>
        <source>%1: %2, %3 GFLOP/s</source>
        <translation>%1：%2，%3 GFLOP/s</translation>
    </message>
    <message>
        <source>%1; the result was not checked</source>
        <translation>%1；结果未核对</translation>
    </message>
    <message>
        <source>GFLOP/s over %1</source>
        <translation>GFLOP/s 随 %1 变化</translation>
    </message>
    <message>
        <source>Time over %1</source>
        <translation>时间随 %1 变化</translation>
    </message>
    <message>
        <source>The time at each size of the row appears here.</source>
        <translation>这里显示每个大小的时间。</translation>
    </message>
    <message>
        <source>%1: %2, %3 GOP/s</source>
        <translation>%1：%2，%3 GOP/s</translation>
    </message>
    <message>
        <source>GOP/s over %1</source>
        <translation>GOP/s 随 %1 变化</translation>
    </message>
</context>
<context>
    <name>lw::SweepView</name>
    <message>
        <source>Run the row</source>
        <translation>逐个运行</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>n=64..1024 doubles the size, n=64..512+64 has a step, n=100,200,400 lists the sizes</source>
        <translation>n=64..1024 每次加倍，n=64..512+64 指定步长，n=100,200,400 逐个列出</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Build, check and time the shown state at each size (Enter)</source>
        <translation>在每个大小下构建、核对并计时所示状态 (Enter)</translation>
    </message>
    <message>
        <source>Show the performance instead of the time</source>
        <translation>显示性能而不是时间</translation>
    </message>
    <message>
        <source>Back to the chart of all runs</source>
        <translation>返回所有运行的图表</translation>
    </message>
    <message>
        <source>Every size of this function is a number. Write one as a variable, n = T.int64(), to run it at several sizes.</source>
        <translation>此函数的大小都是数字。把其中一个写成变量，n = T.int64()，就能在多个大小下运行。</translation>
    </message>
</context>
<context>
    <name>lw::ShortcutSheet</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>lw::SpeedMeter</name>
    <message>
        <source>Speed of steps</source>
        <translation>步骤耗时</translation>
    </message>
    <message>
        <source>From the request for a step to the painted panes: the last time, and the 95th percentile</source>
        <translation>从发出步骤到窗格绘制完成：最近一次的用时，以及第 95 百分位</translation>
    </message>
    <message>
        <source>%1 ms (95 %: %2)</source>
        <translation>%1 毫秒（95 %：%2）</translation>
    </message>
    <message>
        <source>Tree and text %1 · all panes %2</source>
        <translation>树与文本 %1 · 全部窗格 %2</translation>
    </message>
</context>
<context>
    <name>lw::StageModel</name>
    <message>
        <source>
Did not change the program</source>
        <translation>
程序保持不变</translation>
    </message>
    <message>
        <source>, changed</source>
        <translation>，有变化</translation>
    </message>
    <message>
        <source>, unchanged</source>
        <translation>，无变化</translation>
    </message>
    <message>
        <source>
Beside the lines: %1</source>
        <translation>
行旁数字：%1</translation>
    </message>
    <message>
        <source>MACHINE CODE</source>
        <translation>机器码</translation>
    </message>
    <message>
        <source>PASSES</source>
        <translation>编译 Pass</translation>
    </message>
</context>
<context>
    <name>lw::StartFeature</name>
    <message>
        <source>S&amp;tart page</source>
        <translation>起始页(&amp;T)</translation>
    </message>
</context>
<context>
    <name>lw::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>Samples, challenges and lectures</source>
        <translation>示例、挑战和讲解</translation>
    </message>
    <message>
        <source>Transform the loops of a tensor program step by step. After every step you see whether the result is still right and how fast it runs.</source>
        <translation>逐步变换张量程序的循环。每一步之后都能看到结果是否仍然正确、运行有多快。</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>开始导览</translation>
    </message>
    <message>
        <source>Six steps by mouse on a small matrix product, timed beside NumPy's.</source>
        <translation>用鼠标对一个小矩阵乘法做六步变换，并与 NumPy 的时间对照。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a program or a session</source>
        <translation>打开程序或会话</translation>
    </message>
    <message>
        <source>New from operator…</source>
        <translation>由算子新建…</translation>
    </message>
    <message>
        <source>Choose an operator and its sizes; the program is written for you</source>
        <translation>选择算子及其大小；程序会自动写好</translation>
    </message>
    <message>
        <source>New from text</source>
        <translation>由文本新建</translation>
    </message>
    <message>
        <source>Start with a small program in the editor, and change or replace it</source>
        <translation>从编辑器中的一个小程序开始，修改或替换它</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
</context>
<context>
    <name>lw::StartSamples</name>
    <message>
        <source>Sample</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Lecture</source>
        <translation>讲解</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>A first product</source>
        <translation>第一个矩阵乘法</translation>
    </message>
    <message>
        <source>Split, reorder, vectorize, unroll and parallel: a block of the result stays in registers.</source>
        <translation>split、reorder、vectorize、unroll 和 parallel：结果的一个分块留在寄存器中。</translation>
    </message>
    <message>
        <source>Over 20 times as fast as written, and past NumPy's product, in 6 steps.</source>
        <translation>六步之内比原程序快 20 倍以上，并超过 NumPy 的乘法。</translation>
    </message>
    <message>
        <source>Two products and an exponential</source>
        <translation>两次矩阵乘法和一次指数</translation>
    </message>
    <message>
        <source>Tiles for the caches, fusion of three loop nests, vectors.</source>
        <translation>面向缓存的分块、三个循环嵌套的融合、向量。</translation>
    </message>
    <message>
        <source>From tens of seconds as written to a fraction of a second.</source>
        <translation>从原程序的几十秒到不足一秒。</translation>
    </message>
    <message>
        <source>The same, as a lecture</source>
        <translation>同一程序，作为讲解</translation>
    </message>
    <message>
        <source>One large step at a time, by arrow keys: the loop tree moves, the text shows the difference.</source>
        <translation>用方向键一次放大显示一步：循环树随之移动，文本显示差异。</translation>
    </message>
    <message>
        <source>For a projector; F11 starts a lecture over any trace.</source>
        <translation>用于投影；F11 可对任何轨迹开始讲解。</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>A course of twelve exercises</source>
        <translation>十二道练习的课程</translation>
    </message>
    <message>
        <source>From the order of loops to a GPU, each with hints and a goal that is counted.</source>
        <translation>从循环次序到 GPU，每题附有提示和可计数的目标。</translation>
    </message>
    <message>
        <source>A solved exercise opens the next one.</source>
        <translation>解出一题，便可打开下一题。</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Fuse passes over rows, and reduce in vector lanes (rfactor).</source>
        <translation>融合对行的多次遍历，并在向量通道中归约（rfactor）。</translation>
    </message>
    <message>
        <source>Several times as fast as written; each row is read once.</source>
        <translation>比原程序快数倍；每行只读一次。</translation>
    </message>
    <message>
        <source>A 3 x 3 convolution</source>
        <translation>3 x 3 卷积</translation>
    </message>
    <message>
        <source>Padding, packed weights, and a block in registers.</source>
        <translation>填充、打包的权重，以及寄存器中的分块。</translation>
    </message>
    <message>
        <source>Tens of times as fast as written.</source>
        <translation>比原程序快数十倍。</translation>
    </message>
    <message>
        <source>A product on a GPU</source>
        <translation>GPU 上的矩阵乘法</translation>
    </message>
    <message>
        <source>Threads, shared memory and barriers. The emulator needs no GPU and finds races.</source>
        <translation>线程、共享内存和屏障。模拟器不需要 GPU，并能找出竞争。</translation>
    </message>
    <message>
        <source>Every access of a warp can be played.</source>
        <translation>可以播放 warp 的每次访问。</translation>
    </message>
    <message>
        <source>Tensor expressions</source>
        <translation>张量表达式</translation>
    </message>
    <message>
        <source>A convolution with its activation, made from operators.</source>
        <translation>由算子构成的卷积及其激活。</translation>
    </message>
    <message>
        <source>te.compute and topi, scheduled in the same window.</source>
        <translation>te.compute 和 topi，在同一窗口中调度。</translation>
    </message>
    <message>
        <source>A search for the best schedule</source>
        <translation>搜索最佳调度</translation>
    </message>
    <message>
        <source>A schedule function whose sizes are drawn; the pane Tune searches.</source>
        <translation>其大小由抽样决定的调度函数；由“调优”面板搜索。</translation>
    </message>
    <message>
        <source>The best candidate, beside all others that were tried.</source>
        <translation>最佳候选，以及尝试过的所有其他候选。</translation>
    </message>
</context>
<context>
    <name>lw::ComparedState</name>
    <message>
        <source>as written</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>lw::StatusFeature</name>
    <message>
        <source>Spee&amp;d of steps in the status bar</source>
        <translation>在状态栏显示步骤耗时(&amp;D)</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在处理…</translation>
    </message>
</context>
<context>
    <name>StatesProof</name>
    <message>
        <source>“%1” and “%2” are equal for all inputs and sizes</source>
        <translation>“%1”与“%2”对所有输入和尺寸相等</translation>
    </message>
    <message>
        <source>up to the order in which floats are added: %1</source>
        <translation>浮点相加的顺序不同：%1</translation>
    </message>
    <message>
        <source>if %1 accesses only what its block declares, and does the same for the same</source>
        <translation>前提是 %1 只访问其块所声明的内容，并且对相同的输入做相同的事</translation>
    </message>
    <message>
        <source>“%1” and “%2” are different</source>
        <translation>“%1”与“%2”不同</translation>
    </message>
    <message>
        <source>%1[%2] is %3 in the one and %4 in the other, for a run with small inputs</source>
        <translation>以小输入运行时，%1[%2] 在前者中为 %3，在后者中为 %4</translation>
    </message>
    <message>
        <source>The proof was stopped</source>
        <translation>证明已停止</translation>
    </message>
    <message>
        <source>No proof was found that “%1” and “%2” are equal, and runs gave the same results</source>
        <translation>没有找到“%1”与“%2”相等的证明，而运行给出相同的结果</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>an input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>never written</source>
        <translation>从未写入</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>a statement outside of blocks</source>
        <translation>块外的语句</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, the last of %2 executions</source>
        <translation>%1，%2 次执行中的最后一次</translation>
    </message>
</context>
<context>
    <name>lw::ProofLine</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Next link</source>
        <translation>下一环</translation>
    </message>
    <message>
        <source>Show in both states what wrote the value, then what wrote the value that this read</source>
        <translation>在两个状态中显示写入该值的语句，然后显示写入它所读取的值的语句</translation>
    </message>
    <message>
        <source>“%1”:</source>
        <translation>“%1”：</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lw::StepLine</name>
    <message>
        <source>split(i, [None, 8])   or   split i 8</source>
        <translation>split(i, [None, 8])   或   split i 8</translation>
    </message>
    <message>
        <source>Type a step as Python</source>
        <translation>以 Python 输入步骤</translation>
    </message>
</context>
<context>
    <name>lw::StepPalette</name>
    <message>
        <source>Type a step</source>
        <translation>输入步骤</translation>
    </message>
    <message>
        <source>split i 4 16</source>
        <translation>split i 4 16</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>No step with this name</source>
        <translation>没有此名称的步骤</translation>
    </message>
    <message>
        <source>Enter applies it to the selection · or type arguments: split i 4 16, reorder k j</source>
        <translation>Enter 应用到所选 · 或输入参数：split i 4 16、reorder k j</translation>
    </message>
    <message>
        <source>instead of %1</source>
        <translation>代替 %1</translation>
    </message>
    <message>
        <source>Enter applies it</source>
        <translation>Enter 应用</translation>
    </message>
    <message>
        <source>Tab or a click inserts the value</source>
        <translation>Tab 或单击填入该值</translation>
    </message>
    <message>
        <source>Enter applies it · Tab or a click inserts the value</source>
        <translation>Enter 应用 · Tab 或单击填入该值</translation>
    </message>
    <message>
        <source>Several loops are named %1: choose one</source>
        <translation>有多个循环名为 %1：请选择一个</translation>
    </message>
    <message>
        <source>✓ legal</source>
        <translation>✓ 合法</translation>
    </message>
    <message>
        <source>✓ %1 steps, which are undone together</source>
        <translation>✓ %1 个步骤，一起撤销</translation>
    </message>
    <message>
        <source>Means %1</source>
        <translation>意为 %1</translation>
    </message>
    <message>
        <source>Enter lists the refusal under Problems</source>
        <translation>Enter 将拒绝原因列入“问题”</translation>
    </message>
</context>
<context>
    <name>lw::StepPreviewView</name>
    <message>
        <source>RESULT</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Result of the step</source>
        <translation>步骤的结果</translation>
    </message>
    <message>
        <source>Lines that the step changes</source>
        <translation>该步骤更改的行</translation>
    </message>
    <message>
        <source>The program does not change</source>
        <translation>程序没有变化</translation>
    </message>
    <message>
        <source>+%1 −%2 lines</source>
        <translation>+%1 −%2 行</translation>
    </message>
    <message>
        <source>WHY NOT</source>
        <translation>为何不行</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Refused: ① and ② conflict</source>
        <translation>已拒绝：① 与 ② 冲突</translation>
    </message>
</context>
<context>
    <name>lw::SteppingFeature</name>
    <message>
        <source>&amp;Breakpoint at the selected block</source>
        <translation>在所选块设断点(&amp;B)</translation>
    </message>
    <message>
        <source>Select a block: a breakpoint stops where the block begins</source>
        <translation>请选择一个块：断点停在它开始处</translation>
    </message>
    <message>
        <source>Stepping stops where this block begins</source>
        <translation>单步会停在此块开始处</translation>
    </message>
    <message>
        <source>Removed the breakpoint from this block</source>
        <translation>已移除此块的断点</translation>
    </message>
    <message>
        <source>A breakpoint needs a block: click beside a line of one</source>
        <translation>断点需要块：请点击块中某行的旁边</translation>
    </message>
</context>
<context>
    <name>lw::QueuedSteps</name>
    <message>
        <source>Note: %1</source>
        <translation>注意：%1</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>The selection no longer exists after %1</source>
        <translation>%1 之后，所选对象不再存在</translation>
    </message>
    <message>
        <source>, then </source>
        <translation>，然后 </translation>
    </message>
    <message>
        <source>No program: first open the file that the schedule applies to</source>
        <translation>没有程序：请先打开调度所对应的文件</translation>
    </message>
    <message>
        <source>the schedule of %1</source>
        <translation>%1 的调度</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 无法读取</translation>
    </message>
    <message>
        <source>Not moved: the program has changed in the meantime</source>
        <translation>未移动：程序在此期间已改变</translation>
    </message>
</context>
<context>
    <name>lw::TargetChooser</name>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>%1 · %2 threads</source>
        <translation>%1 · %2 线程</translation>
    </message>
</context>
<context>
    <name>lw::TextEditor</name>
    <message>
        <source>None, 16</source>
        <translation>None, 16</translation>
    </message>
    <message>
        <source>1, 2</source>
        <translation>1, 2</translation>
    </message>
    <message>
        <source>lambda i, j: (j, i)</source>
        <translation>lambda i, j: (j, i)</translation>
    </message>
    <message>
        <source>lambda i, j: ((i, i + 2), j)</source>
        <translation>lambda i, j: ((i, i + 2), j)</translation>
    </message>
    <message>
        <source>0, or lambda i, j: i + j</source>
        <translation>0，或 lambda i, j: i + j</translation>
    </message>
</context>
<context>
    <name>lw::TitleFeature</name>
    <message>
        <source>No file</source>
        <translation>无文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source> (edited)</source>
        <translation>（已编辑）</translation>
    </message>
    <message>
        <source> — %1</source>
        <translation> — %1</translation>
    </message>
    <message>
        <source> — variant “%1”</source>
        <translation> — 变体“%1”</translation>
    </message>
    <message>
        <source> (step %1 of %2)</source>
        <translation>（第 %1 步，共 %2 步）</translation>
    </message>
    <message>
        <source>%1 — Loopwright</source>
        <translation>%1 — Loopwright</translation>
    </message>
</context>
<context>
    <name>lw::Tour</name>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Leave the tour</source>
        <translation>退出导览</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Do it for me</source>
        <translation>替我完成</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Your last step is not part of the tour. You can look around; to go on, go back to this exercise.</source>
        <translation>您的上一步不属于导览。您可以随意看看；要继续，请回到这个练习。</translation>
    </message>
    <message>
        <source>To the exercise</source>
        <translation>回到练习</translation>
    </message>
</context>
<context>
    <name>lw::TourExercises</name>
    <message>
        <source>This state was not measured. Press F5 to build, check and time it.</source>
        <translation>此状态尚未测量。按 F5 构建、核对并计时。</translation>
    </message>
    <message>
        <source>The result of this state is wrong, so its time means nothing. Ctrl+Z takes the last step back.</source>
        <translation>此状态的结果错误，其时间没有意义。Ctrl+Z 撤销最后一步。</translation>
    </message>
    <message>
        <source>Your product takes %1.</source>
        <translation>您的乘法耗时 %1。</translation>
    </message>
    <message>
        <source>The program as written took %1: yours is %2.</source>
        <translation>原程序耗时 %1：您的程序%2。</translation>
    </message>
    <message>
        <source>NumPy's product, computed by OpenBLAS, takes %1: yours is %2.</source>
        <translation>NumPy 的乘法由 OpenBLAS 计算，耗时 %1：您的程序%2。</translation>
    </message>
    <message>
        <source>NumPy's product, computed by OpenBLAS, takes as long: %1.</source>
        <translation>NumPy 的乘法由 OpenBLAS 计算，耗时相同：%1。</translation>
    </message>
    <message>
        <source>NumPy's product, computed by OpenBLAS, is faster on this machine: %1. Another factor of the split, or the composite gebp, may help.</source>
        <translation>在这台机器上，由 OpenBLAS 计算的 NumPy 乘法更快：%1。换一个 split 因子，或使用复合步骤 gebp，可能会有帮助。</translation>
    </message>
    <message>
        <source>All steps are in the trace: click one to see the program as it was then. The start page (menu File) has more samples, a challenge and a lecture.</source>
        <translation>所有步骤都在轨迹中：单击一步可查看当时的程序。起始页（“文件”菜单）还有更多示例、一个挑战和一个讲解。</translation>
    </message>
    <message>
        <source>1. Read rows</source>
        <translation>1. 按行读取</translation>
    </message>
    <message>
        <source>Drag loop k onto loop j in the loop tree: rows of B are then read one after the other. During the drag, loops where a drop is not legal are marked.</source>
        <translation>在循环树中把循环 k 拖到循环 j 上：这样 B 的各行会依次读取。拖动时，不能放下的循环会有标记。</translation>
    </message>
    <message>
        <source>2. Split the rows</source>
        <translation>2. 拆分行</translation>
    </message>
    <message>
        <source>Click loop i, then split in the row of steps. Enter None, 4 as the factors and apply: four rows will share each number of B that is loaded.</source>
        <translation>单击循环 i，再单击步骤行中的 split。因子填 None, 4 并应用：四行将共用所载入的 B 的每个数。</translation>
    </message>
    <message>
        <source>3. Update four rows at once</source>
        <translation>3. 同时更新四行</translation>
    </message>
    <message>
        <source>Drag loop k onto loop i_1. The order becomes i_0, k, i_1, j: for each k, four rows are updated.</source>
        <translation>把循环 k 拖到循环 i_1 上。次序变为 i_0、k、i_1、j：对每个 k 更新四行。</translation>
    </message>
    <message>
        <source>4. Compute columns as vectors</source>
        <translation>4. 按向量计算列</translation>
    </message>
    <message>
        <source>Click loop j, then vectorize in the row of steps: the columns of a row are computed together.</source>
        <translation>单击循环 j，再单击步骤行中的 vectorize：一行的各列一起计算。</translation>
    </message>
    <message>
        <source>5. Write the rows out</source>
        <translation>5. 展开各行</translation>
    </message>
    <message>
        <source>Click loop i_1, then unroll: the results of these rows now stay in registers while k runs.</source>
        <translation>单击循环 i_1，再单击 unroll：在 k 运行期间，这些行的结果留在寄存器中。</translation>
    </message>
    <message>
        <source>6. Use all cores</source>
        <translation>6. 使用所有核心</translation>
    </message>
    <message>
        <source>Click loop i_0, then parallel. Its iterations write different rows, so that the step is legal.</source>
        <translation>单击循环 i_0，再单击 parallel。它的各次迭代写入不同的行，所以这一步合法。</translation>
    </message>
    <message>
        <source>7. Measure it</source>
        <translation>7. 测量</translation>
    </message>
    <message>
        <source>Press Run. The product is built, its result is checked against the reference of the file, which is NumPy's product, and both are timed in turns.</source>
        <translation>按“运行”。程序会被构建，其结果与文件中的参考（NumPy 的乘法）核对，两者轮流计时。</translation>
    </message>
    <message>
        <source>What you reached</source>
        <translation>您达到的成绩</translation>
    </message>
    <message>
        <source>Slower than as written</source>
        <translation>比原始写法慢</translation>
    </message>
    <message>
        <source>Slower than before</source>
        <translation>比之前慢</translation>
    </message>
    <message>
        <source>%1 took %2 only. On loops this small, a step like parallel can cost more than it saves: click that row of the trace to go back to it.</source>
        <translation>%1 只用了 %2。对这样小的循环，parallel 之类的步骤的开销可能超过收益：点击轨迹中的那一行即可回到该状态。</translation>
    </message>
</context>
<context>
    <name>lw::TraceFeature</name>
    <message>
        <source>Type a step as P&amp;ython</source>
        <translation>以 Python 输入步骤(&amp;Y)</translation>
    </message>
    <message>
        <source>T&amp;race</source>
        <translation>轨迹(&amp;R)</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Show the previous or next state</source>
        <translation>显示前一个或后一个状态</translation>
    </message>
    <message>
        <source>Change the step</source>
        <translation>修改步骤</translation>
    </message>
    <message>
        <source>Switch the step off or on</source>
        <translation>停用或启用步骤</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>移除步骤</translation>
    </message>
    <message>
        <source>Move the step</source>
        <translation>移动步骤</translation>
    </message>
    <message>
        <source>Compare other states with this one</source>
        <translation>将其他状态与此状态比较</translation>
    </message>
    <message>
        <source>Set or remove a bookmark</source>
        <translation>设置或移除书签</translation>
    </message>
    <message>
        <source>Go to the previous or next bookmark</source>
        <translation>转到前一个或后一个书签</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <source>Highlight what the step made</source>
        <translation>高亮该步骤产生的内容</translation>
    </message>
    <message>
        <source>Unfold or fold a composite</source>
        <translation>展开或折叠组合步骤</translation>
    </message>
    <message>
        <source>The trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Lists your steps, one per row. Click a row to go back to it. Change, switch off or move a step, and the later steps are applied again.</source>
        <translation>列出您的步骤，每步一行。点击一行即可回到它。修改、停用或移动一个步骤，后面的步骤会重新应用。</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Show the variants as a tree</source>
        <translation>以树显示变体</translation>
    </message>
    <message>
        <source>Loopwright</source>
        <translation>Loopwright</translation>
    </message>
    <message>
        <source>Remove the steps that are only in this variant? This cannot be undone.</source>
        <translation>移除仅此变体拥有的步骤？此操作无法撤销。</translation>
    </message>
    <message>
        <source>No steps yet</source>
        <translation>尚无步骤</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>Every pane now compares other states with this one; press Esc to stop</source>
        <translation>现在所有窗格都将其他状态与此状态比较；按 Esc 结束</translation>
    </message>
    <message>
        <source>View this state</source>
        <translation>查看此状态</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <source>Compare other states with this one (C)</source>
        <translation>将其他状态与此状态比较 (C)</translation>
    </message>
    <message>
        <source>Remove the bookmark (B)</source>
        <translation>移除书签 (B)</translation>
    </message>
    <message>
        <source>Set a bookmark (B)</source>
        <translation>设置书签 (B)</translation>
    </message>
    <message>
        <source>Switch on (Space)</source>
        <translation>启用（空格）</translation>
    </message>
    <message>
        <source>Switch off (Space)</source>
        <translation>停用（空格）</translation>
    </message>
    <message>
        <source>Highlight what it made (H)</source>
        <translation>高亮它产生的内容 (H)</translation>
    </message>
    <message>
        <source>Name this variant…</source>
        <translation>命名此变体…</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Prove equal to the shown state</source>
        <translation>证明与显示的状态相等</translation>
    </message>
    <message>
        <source>Prove equal to the program as written</source>
        <translation>证明与原程序相等</translation>
    </message>
    <message>
        <source>Prove &amp;equal to the compared state</source>
        <translation>证明与比较的状态相等(&amp;E)</translation>
    </message>
    <message>
        <source>Prove &amp;equal to the program as written</source>
        <translation>证明与原程序相等(&amp;E)</translation>
    </message>
    <message>
        <source>Proving that “%1” and “%2” are equal, for at most %3 s…</source>
        <translation>正在证明“%1”与“%2”相等，最多 %3 秒…</translation>
    </message>
    <message>
        <source>Find the step that broke the result</source>
        <translation>找出使结果出错的步骤</translation>
    </message>
    <message>
        <source>Copy the steps from here on as a composite</source>
        <translation>将此后的步骤复制为组合步骤</translation>
    </message>
    <message>
        <source>Remove this step and those after it</source>
        <translation>移除此步骤及其后的步骤</translation>
    </message>
    <message>
        <source>Name the variant</source>
        <translation>命名变体</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>A note on this state</source>
        <translation>此状态的备注</translation>
    </message>
    <message>
        <source>Note (text below a line --- is for the presenter of a lecture)</source>
        <translation>备注（一行 --- 之下的文字只给讲课者看）</translation>
    </message>
    <message>
        <source>Copied a schedule function with these steps. Paste it at the end of the source to offer it as a step.</source>
        <translation>已复制含这些步骤的调度函数。粘贴到源代码末尾，即可作为步骤使用。</translation>
    </message>
    <message>
        <source>Remove this step and all steps after it, in every variant? This cannot be undone.</source>
        <translation>在所有变体中移除此步骤及其后的所有步骤？此操作无法撤销。</translation>
    </message>
    <message>
        <source>This step is not part of the shown state</source>
        <translation>此步骤不在当前状态中</translation>
    </message>
    <message>
        <source>Nothing that %1 made is left in the shown state</source>
        <translation>当前状态中没有 %1 产生的内容</translation>
    </message>
    <message>
        <source>%1 made or changed %2 loops and %3 blocks of the shown state</source>
        <translation>%1 在当前状态中产生或修改了 %2 个循环和 %3 个块</translation>
    </message>
    <message>
        <source>Steps are applied to kernels, and this file has a graph only. Call a @T.prim_func by R.call_tir to schedule it; the kernels that the passes make of the operators are shown under Lowered.</source>
        <translation>步骤作用于内核，而此文件只有图。用 R.call_tir 调用 @T.prim_func 即可调度它；各 pass 由算子生成的内核显示在“底层代码”中。</translation>
    </message>
    <message>
        <source>Open a program to see the steps of its schedule</source>
        <translation>打开程序即可看到其调度的步骤</translation>
    </message>
    <message>
        <source>&amp;Compare other states with this one	C</source>
        <translation>将其他状态与此状态比较(&amp;C)	C</translation>
    </message>
    <message>
        <source>Compare with the state &amp;before</source>
        <translation>与前一状态比较(&amp;B)</translation>
    </message>
    <message>
        <source>St&amp;op comparing</source>
        <translation>停止比较(&amp;O)</translation>
    </message>
    <message>
        <source>Show this variant</source>
        <translation>显示此变体</translation>
    </message>
    <message>
        <source>Compare other states with its last one</source>
        <translation>将其他状态与其最后的状态比较</translation>
    </message>
    <message>
        <source>Remove this variant…</source>
        <translation>删除此变体…</translation>
    </message>
    <message>
        <source>“%1”: %2, %3</source>
        <translation>“%1”：%2，%3</translation>
    </message>
</context>
<context>
    <name>lw::TraceModel</name>
    <message>
        <source>switched off</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>bookmarked</source>
        <translation>已加书签</translation>
    </message>
</context>
<context>
    <name>lw::TraceView</name>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>The step, as a call</source>
        <translation>以调用形式写出的步骤</translation>
    </message>
    <message>
        <source>No steps yet. Select a loop and click a step, or type one (Ctrl+K).</source>
        <translation>尚无步骤。选择一个循环并点击步骤，或输入一个 (Ctrl+K)。</translation>
    </message>
</context>
<context>
    <name>lw::TrialPlot</name>
    <message>
        <source>Modelled time</source>
        <translation>模型估计的时间</translation>
    </message>
    <message>
        <source>%1 candidates</source>
        <translation>%1 个候选</translation>
    </message>
    <message>
        <source>; best: %1</source>
        <translation>；最好：%1</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Expected time</source>
        <translation>预计时间</translation>
    </message>
    <message>
        <source>Measured time</source>
        <translation>实测时间</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>参考 %1</translation>
    </message>
    <message>
        <source>Rank correlation %1</source>
        <translation>秩相关 %1</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>lw::TuneControls</name>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>End the search; what was measured is kept, and the best becomes a variant</source>
        <translation>结束搜索；已测得的结果予以保留，最好的成为一个变体</translation>
    </message>
    <message>
        <source>The search space: a schedule function with sampling steps</source>
        <translation>搜索空间：带有采样步骤的调度函数</translation>
    </message>
    <message>
        <source>Number of candidates to measure</source>
        <translation>要测量的候选数</translation>
    </message>
    <message>
        <source> trials</source>
        <translation> 次试验</translation>
    </message>
    <message>
        <source>Time limit of the search, in seconds</source>
        <translation>搜索的时间上限，以秒计</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no time limit</source>
        <translation>不限时间</translation>
    </message>
    <message>
        <source>Options ▾</source>
        <translation>选项 ▾</translation>
    </message>
    <message>
        <source>Options ▴</source>
        <translation>选项 ▴</translation>
    </message>
    <message>
        <source>The steps that every candidate keeps</source>
        <translation>每个候选都保留的步骤</translation>
    </message>
    <message>
        <source>How candidates are proposed</source>
        <translation>候选的提出方式</translation>
    </message>
    <message>
        <source>Evolutionary search</source>
        <translation>进化搜索</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>束搜索</translation>
    </message>
    <message>
        <source>Random search</source>
        <translation>随机搜索</translation>
    </message>
    <message>
        <source>The model that chooses which candidates are measured</source>
        <translation>决定测量哪些候选的模型</translation>
    </message>
    <message>
        <source>Learned model</source>
        <translation>学习模型</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草案模型</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>不用模型</translation>
    </message>
    <message>
        <source>The machine that measures the candidates</source>
        <translation>测量候选的机器</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>On another machine, by ssh</source>
        <translation>通过 ssh 在另一台机器上</translation>
    </message>
    <message>
        <source>The other machine, as ssh takes it; it must not ask for a password</source>
        <translation>另一台机器，按 ssh 的写法；它不能要求输入密码</translation>
    </message>
    <message>
        <source>The other machine</source>
        <translation>另一台机器</translation>
    </message>
    <message>
        <source>Number of the device, from 0, as `lw devices` lists them</source>
        <translation>设备的编号，从 0 起，与 `lw devices` 所列一致</translation>
    </message>
    <message>
        <source>device: </source>
        <translation>设备：</translation>
    </message>
    <message>
        <source>device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>The device that is emulated</source>
        <translation>所模拟的设备</translation>
    </message>
    <message>
        <source>Threads of the kernel; 0: all cores</source>
        <translation>内核的线程数；0：全部核心</translation>
    </message>
    <message>
        <source>threads: </source>
        <translation>线程：</translation>
    </message>
    <message>
        <source>Seed of the search: the same seed and the same times give the same search</source>
        <translation>搜索的种子：种子和时间相同，搜索就相同</translation>
    </message>
    <message>
        <source>seed: </source>
        <translation>种子：</translation>
    </message>
    <message>
        <source>Forget the candidates</source>
        <translation>清除候选</translation>
    </message>
    <message>
        <source>Empty the table, so that the next search starts anew; variants that were opened stay</source>
        <translation>清空表格，使下次搜索重新开始；已打开的变体保留</translation>
    </message>
    <message>
        <source>Space written by rules</source>
        <translation>由规则编写的空间</translation>
    </message>
    <message>
        <source>Space: %1</source>
        <translation>空间：%1</translation>
    </message>
    <message>
        <source>Continue ▸</source>
        <translation>继续 ▸</translation>
    </message>
    <message>
        <source>Start ▸</source>
        <translation>开始 ▸</translation>
    </message>
    <message>
        <source>Measure as many candidates again; those in the table are not repeated</source>
        <translation>再测量同样多的候选；表中已有的不再重复</translation>
    </message>
    <message>
        <source>Search the space for the fastest schedule</source>
        <translation>在空间中搜索最快的调度</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>From the source</source>
        <translation>从源程序开始</translation>
    </message>
    <message>
        <source>From the shown state</source>
        <translation>从所示状态开始</translation>
    </message>
    <message>
        <source>Go on with earlier results</source>
        <translation>沿用先前的结果</translation>
    </message>
    <message>
        <source>Candidates of this space that were recorded earlier are shown and not measured again</source>
        <translation>此空间先前记录的候选会显示出来，不再重新测量</translation>
    </message>
</context>
<context>
    <name>lw::TuneFeature</name>
    <message>
        <source>Pin in tuning: %1 = %2</source>
        <translation>在调优中固定：%1 = %2</translation>
    </message>
    <message>
        <source>Pin in tuning: %1</source>
        <translation>在调优中固定：%1</translation>
    </message>
    <message>
        <source>The next search keeps the decisions that made this loop, and searches the rest</source>
        <translation>下次搜索保留生成此循环的决策，只搜索其余部分</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>&amp;Tune: search for the fastest schedule</source>
        <translation>调优：搜索最快的调度(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Pause or resume tuning</source>
        <translation>暂停或恢复调优(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop tuning and keep the results</source>
        <translation>停止调优并保留结果(&amp;S)</translation>
    </message>
    <message>
        <source>T&amp;une</source>
        <translation>调优(&amp;U)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The space is now the function %1 at the end of the source</source>
        <translation>空间现在是源文本末尾的函数 %1</translation>
    </message>
    <message>
        <source>Ctrl+Alt+3 opens the pane Tune, where the machine searches for the fastest schedule. Every candidate can be opened as a variant.</source>
        <translation>Ctrl+Alt+3 打开调优窗格。机器在其中搜索最快的调度；每个候选都可以作为变体打开。</translation>
    </message>
</context>
<context>
    <name>lw::TunePins</name>
    <message>
        <source>Not pinned: %1</source>
        <translation>未固定：%1</translation>
    </message>
    <message>
        <source>The next search keeps %1</source>
        <translation>下次搜索保留 %1</translation>
    </message>
</context>
<context>
    <name>lw::TuneView</name>
    <message>
        <source>Expected and modelled</source>
        <translation>预计与模型估计</translation>
    </message>
    <message>
        <source>Best over trials</source>
        <translation>最好时间随试验</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>随时间</translation>
    </message>
    <message>
        <source>Times of the candidates</source>
        <translation>候选的时间</translation>
    </message>
    <message>
        <source>Expected and measured</source>
        <translation>预计与实测</translation>
    </message>
    <message>
        <source>Expected and measured times</source>
        <translation>预计与实测的时间</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Candidates that are shown</source>
        <translation>显示的候选</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>所有结局</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Reasons of refusals</source>
        <translation>拒绝的原因</translation>
    </message>
    <message>
        <source>Text of the space</source>
        <translation>空间的文本</translation>
    </message>
    <message>
        <source>Every candidate appears here as a dot, with the best so far as a line. Start searches the space.</source>
        <translation>每个候选在此显示为一个点，迄今最好的显示为一条线。“开始”在空间中搜索。</translation>
    </message>
    <message>
        <source>Select a candidate to see its decisions. A tick pins a decision: the next search keeps it and searches the rest.</source>
        <translation>选择一个候选以查看其决策。勾选即固定一项决策：下次搜索保留它，只搜索其余部分。</translation>
    </message>
    <message>
        <source>Candidates that a step refuses are counted here by reason. They are never built or measured.</source>
        <translation>被某个步骤拒绝的候选在此按原因计数。它们不会被构建，也不会被测量。</translation>
    </message>
    <message>
        <source>No model was asked. Choose the draft or the learned model under Options to compare what it expects with what is measured.</source>
        <translation>没有使用模型。在选项中选择草案模型或学习模型，即可将其预计与实测相比较。</translation>
    </message>
    <message>
        <source>The time that the model expects of each candidate appears here beside the measured one.</source>
        <translation>模型对每个候选的预计时间在此与实测时间并列显示。</translation>
    </message>
    <message>
        <source>No candidate has this outcome.</source>
        <translation>没有候选属于此结局。</translation>
    </message>
    <message>
        <source>Candidates appear here with their times and decisions. A click opens one as a variant, to look at its steps and to compare it with any other state.</source>
        <translation>候选及其时间和决策在此列出。单击即将其作为变体打开，以查看其步骤，并与任何其他状态相比较。</translation>
    </message>
    <message>
        <source>Decisions · %1 pinned</source>
        <translation>决策 · 已固定 %1 项</translation>
    </message>
    <message>
        <source>Refused · %1</source>
        <translation>被拒绝 · %1</translation>
    </message>
    <message>
        <source>%1 of %2 drawn candidates were refused before they were built</source>
        <translation>抽取的 %2 个候选中，有 %1 个在构建之前被拒绝</translation>
    </message>
    <message>
        <source>The search space appears here as a schedule function with sampling steps. Open a file to see it.</source>
        <translation>搜索空间在此显示为带有采样步骤的调度函数。打开文件即可查看。</translation>
    </message>
    <message>
        <source>Add the function to the source, so that it can be changed</source>
        <translation>将该函数加入源文本，以便修改</translation>
    </message>
    <message>
        <source>Show the function in the source, where it can be changed</source>
        <translation>在源文本中显示该函数，以便修改</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>After 16 timed candidates, this page shows which decisions matter for the time, each with an interval.</source>
        <translation>有 16 个候选计时之后，此页显示哪些决策影响时间，各带一个区间。</translation>
    </message>
    <message>
        <source>Over sizes</source>
        <translation>按大小</translation>
    </message>
</context>
<context>
    <name>lw::Tuning</name>
    <message>
        <source>%1, %2 modelled</source>
        <translation>%1，%2（模型估计）</translation>
    </message>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>The program contains code of its own: allow it in the Run page, then start again</source>
        <translation>程序含有自带的代码：请在运行页中允许它，然后重新开始</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>The time is over</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The space has no further candidates</source>
        <translation>空间中没有更多候选</translation>
    </message>
    <message>
        <source>Every candidate was refused</source>
        <translation>每个候选都被拒绝</translation>
    </message>
    <message>
        <source>tuning</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>Tuning: %1</source>
        <translation>调优：%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>tuned</source>
        <translation>已调优</translation>
    </message>
    <message>
        <source>The best candidate is shown as the variant “%1”</source>
        <translation>最好的候选显示为变体“%1”</translation>
    </message>
    <message>
        <source>The best candidate is the variant “%1”</source>
        <translation>最好的候选是变体“%1”</translation>
    </message>
    <message>
        <source>Candidate %1 has no steps: the space refused it</source>
        <translation>候选 %1 没有步骤：空间拒绝了它</translation>
    </message>
    <message>
        <source>candidate %1</source>
        <translation>候选 %1</translation>
    </message>
    <message>
        <source>A search is running</source>
        <translation>正在进行搜索</translation>
    </message>
</context>
<context>
    <name>lw::ValuesFeature</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Interpreter</source>
        <translation>解释器</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>&amp;Step through with values</source>
        <translation>带数值单步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>数值(&amp;V)</translation>
    </message>
    <message>
        <source>Save the buffer</source>
        <translation>保存缓冲区</translation>
    </message>
    <message>
        <source>NumPy array (*.npy)</source>
        <translation>NumPy 数组 (*.npy)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
</context>
<context>
    <name>lw::ValuesModel</name>
    <message>
        <source>%1[%2] = %3</source>
        <translation>%1[%2] = %3</translation>
    </message>
    <message>
        <source>
should be %1</source>
        <translation>
应为 %1</translation>
    </message>
</context>
<context>
    <name>lw::ValuesView</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>No values yet</source>
        <translation>尚无数值</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Which values of the buffer to show</source>
        <translation>显示缓冲区的哪一项</translation>
    </message>
    <message>
        <source>Source of the values</source>
        <translation>数值的来源</translation>
    </message>
    <message>
        <source>First ✗</source>
        <translation>首个 ✗</translation>
    </message>
    <message>
        <source>Go to the first element that differs from the reference</source>
        <translation>转到第一个与参考不同的元素</translation>
    </message>
    <message>
        <source>Worst ✗</source>
        <translation>最差 ✗</translation>
    </message>
    <message>
        <source>Go to the element that differs most from the reference</source>
        <translation>转到与参考相差最大的元素</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the whole slice (Ctrl+C)</source>
        <translation>复制所选单元格或整个切片 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the buffer as a NumPy file (.npy)</source>
        <translation>将缓冲区保存为 NumPy 文件 (.npy)</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>intermediate</source>
        <translation>中间</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>] of %1</source>
        <translation>]，共 %1</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>第 %1 维的下标</translation>
    </message>
    <message>
        <source>%1 not written (or NaN)</source>
        <translation>%1 个未写入（或 NaN）</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 个 NaN</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>min %1 · max %2 · mean %3</source>
        <translation>最小 %1 · 最大 %2 · 平均 %3</translation>
    </message>
    <message>
        <source>✓ matches %1</source>
        <translation>✓ 与%1一致</translation>
    </message>
    <message>
        <source>✗ %1 of %2 differ from %3, by up to %4</source>
        <translation>✗ %2 个中有 %1 个与%3不同，最大相差 %4</translation>
    </message>
</context>
<context>
    <name>lw::WarpChart</name>
    <message>
        <source>Banks or sectors of the warp&apos;s access</source>
        <translation>warp 的访问所涉及的存储体或扇区</translation>
    </message>
    <message>
        <source>Shared memory: how many different words of each bank the warp accesses at once, one pass each. Global memory: how much of each transferred sector is used.</source>
        <translation>共享内存：warp 一次访问各存储体多少个不同的字，每个一遍。全局内存：所传输的各扇区用到多少。</translation>
    </message>
    <message>
        <source>%1 of %2 bytes used</source>
        <translation>用到 %2 字节中的 %1 字节</translation>
    </message>
    <message>
        <source>Words that the warp accesses in each bank, up to %1: one pass each</source>
        <translation>warp 访问各存储体的字数，最多 %1 个：每个一遍</translation>
    </message>
    <message>
        <source>Used part of each transferred sector</source>
        <translation>所传输的各扇区用到的部分</translation>
    </message>
</context>
<context>
    <name>lw::GraphRunBar</name>
    <message>
        <source>Parameters…</source>
        <translation>参数…</translation>
    </message>
    <message>
        <source>Bind parameters to the arrays of a .npz file, and symbolic sizes to numbers</source>
        <translation>将参数绑定到 .npz 文件中的数组，将符号大小绑定到数字</translation>
    </message>
    <message>
        <source>Undo fusion</source>
        <translation>撤销融合</translation>
    </message>
    <message>
        <source>Take the two nodes apart that were dragged together last</source>
        <translation>将最后拖到一起的两个节点重新分开</translation>
    </message>
    <message>
        <source>%1 … %2 %</source>
        <translation>%1 … %2 %</translation>
    </message>
    <message>
        <source>%1 …</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run model</source>
        <translation>运行模型</translation>
    </message>
    <message>
        <source>Stop the run of the model (Shift+F6)</source>
        <translation>停止模型的运行（Shift+F6）</translation>
    </message>
    <message>
        <source>Compile the model, check its result and time each kernel in its place (F6)</source>
        <translation>编译模型，检查结果，并在原位测量每个内核的时间（F6）</translation>
    </message>
    <message>
        <source>by a model of the device</source>
        <translation>（按设备模型）</translation>
    </message>
    <message>
        <source>for 1 kernel</source>
        <translation>，共 1 个内核</translation>
    </message>
    <message>
        <source>for %1 kernels</source>
        <translation>，共 %1 个内核</translation>
    </message>
    <message>
        <source>indistinguishable from %1 before</source>
        <translation>与之前的 %1 无法区分</translation>
    </message>
    <message>
        <source>%1 before: %2 × faster</source>
        <translation>之前为 %1：快 %2 倍</translation>
    </message>
    <message>
        <source>%1 before: %2 × slower</source>
        <translation>之前为 %1：慢 %2 倍</translation>
    </message>
    <message>
        <source>%1 before the change; the model will be timed</source>
        <translation>更改前为 %1；模型将被计时</translation>
    </message>
    <message>
        <source>%1 before the change; run the model again</source>
        <translation>更改前为 %1；请再次运行模型</translation>
    </message>
    <message>
        <source>Run the model to see the time of each kernel in its place</source>
        <translation>运行模型，即可看到每个内核在原位的时间</translation>
    </message>
</context>
<context>
    <name>lw::ModelControls</name>
    <message>
        <source>✗ %1 of %2 outputs are not the expected ones</source>
        <translation>✗ %2 个输出中有 %1 个与期望不符</translation>
    </message>
    <message>
        <source>, and the expected outputs</source>
        <translation>，并与期望输出一致</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>✓ equals %1</source>
        <translation>✓ 与%1一致</translation>
    </message>
    <message>
        <source>✗ wrong: %1</source>
        <translation>✗ 错误：%1</translation>
    </message>
    <message>
        <source>, %1 × its speed</source>
        <translation>，速度为其 %1 倍</translation>
    </message>
    <message>
        <source>No parameters are bound</source>
        <translation>没有绑定参数</translation>
    </message>
    <message>
        <source>Bound: %1</source>
        <translation>已绑定：%1</translation>
    </message>
    <message>
        <source>Drop it on a node that uses it, or that it uses, to make one kernel of both</source>
        <translation>放到使用它的节点或它所使用的节点上，将两者合成一个内核</translation>
    </message>
    <message>
        <source>Can %1 and %2 be one kernel?…</source>
        <translation>%1 和 %2 能合成一个内核吗？…</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 are one kernel already</source>
        <translation>%1 已是一个内核</translation>
    </message>
    <message>
        <source>✗ %1 stay apart: %2</source>
        <translation>✗ %1 保持分开：%2</translation>
    </message>
    <message>
        <source>✓ Drop to make one kernel of %1</source>
        <translation>✓ 松开即可将 %1 合成一个内核</translation>
    </message>
    <message>
        <source>%1 and %2 are one kernel now</source>
        <translation>%1 和 %2 现在是一个内核</translation>
    </message>
    <message>
        <source>They are one kernel already</source>
        <translation>它们已是一个内核</translation>
    </message>
</context>
<context>
    <name>lw::ModelRuns</name>
    <message>
        <source>No model: open a file with a graph function first</source>
        <translation>没有模型：请先打开含有图函数的文件</translation>
    </message>
    <message>
        <source>A run is in progress: cancel it first</source>
        <translation>正在运行：请先取消</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>compiling</source>
        <translation>正在编译</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>checking the result</source>
        <translation>正在检查结果</translation>
    </message>
    <message>
        <source>timing the model</source>
        <translation>正在测量模型</translation>
    </message>
    <message>
        <source>timing each kernel</source>
        <translation>正在测量每个内核</translation>
    </message>
    <message>
        <source>The emulator found faults in the kernels: run them by themselves to see which</source>
        <translation>模拟器在内核中发现错误：请单独运行它们以查看是哪些</translation>
    </message>
    <message>
        <source>scheduling the kernels</source>
        <translation>正在调度内核</translation>
    </message>
    <message>
        <source>Run cancelled</source>
        <translation>运行已取消</translation>
    </message>
    <message>
        <source>The result is wrong: %1</source>
        <translation>结果错误：%1</translation>
    </message>
</context>
<context>
    <name>lw::ParametersDialog</name>
    <message>
        <source>Parameters of %1</source>
        <translation>%1 的参数</translation>
    </message>
    <message>
        <source>Bind</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>File with parameters</source>
        <translation>参数文件</translation>
    </message>
    <message>
        <source>A .npz file with arrays by the names of the parameters</source>
        <translation>.npz 文件，其中数组以参数名命名</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Parameters of the model</source>
        <translation>模型的参数</translation>
    </message>
    <message>
        <source>Arrays of NumPy (*.npz);;All files (*)</source>
        <translation>NumPy 数组 (*.npz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The model takes</source>
        <translation>模型需要</translation>
    </message>
    <message>
        <source>The file has</source>
        <translation>文件中有</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>大小 %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>%1 is no size: give %2 a whole number above 0, or leave it open</source>
        <translation>%1 不是大小：请为 %2 填写大于 0 的整数，或留空</translation>
    </message>
    <message>
        <source>✓ fits</source>
        <translation>✓ 相符</translation>
    </message>
    <message>
        <source>– an input: random values</source>
        <translation>– 输入：随机值</translation>
    </message>
    <message>
        <source>✗ the file has no array of this name</source>
        <translation>✗ 文件中没有此名称的数组</translation>
    </message>
    <message>
        <source>✗ shape or type differ</source>
        <translation>✗ 形状或类型不同</translation>
    </message>
    <message>
        <source>✗ the model has no such parameter</source>
        <translation>✗ 模型没有此参数</translation>
    </message>
</context>
<context>
    <name>lw::ExerciseWords</name>
    <message>
        <source>en</source>
        <comment>the code of the language of the translation</comment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>lw::NoProgram</name>
    <message>
        <source>No program: open a file first</source>
        <translation>没有程序：请先打开文件</translation>
    </message>
    <message>
        <source>This model has no kernel of its own to schedule; its graph is in the pane Graph (Alt+G)</source>
        <translation>此模型没有可供调度的内核；它的图在“图”窗格中（Alt+G）</translation>
    </message>
    <message>
        <source>No program: the source has errors, which are listed under Problems</source>
        <translation>没有程序：源代码有错误，列在“问题”中</translation>
    </message>
    <message>
        <source>No program: this file has no @T.prim_func</source>
        <translation>没有程序：此文件没有 @T.prim_func</translation>
    </message>
</context>
<context>
    <name>lw::FactoryForm</name>
    <message>
        <source>It takes no parameters.</source>
        <translation>它不需要参数。</translation>
    </message>
    <message>
        <source>A value, such as %1</source>
        <translation>一个值，例如 %1</translation>
    </message>
    <message>
        <source>A text; quotes may be left out</source>
        <translation>文本；可以省略引号</translation>
    </message>
    <message>
        <source>A value, as written in Python</source>
        <translation>一个值，按 Python 的写法</translation>
    </message>
</context>
<context>
    <name>lw::MadeDialog</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Find a program, a schedule or a factory…</source>
        <translation>查找程序、调度或工厂函数…</translation>
    </message>
    <message>
        <source>Find a program, a schedule or a factory</source>
        <translation>查找程序、调度或工厂函数</translation>
    </message>
    <message>
        <source>Programs, schedules and factories</source>
        <translation>程序、调度与工厂函数</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Made by %1</source>
        <translation>%1 生成的内容</translation>
    </message>
    <message>
        <source>Programs (%1)</source>
        <translation>程序（%1）</translation>
    </message>
    <message>
        <source>Schedules (%1)</source>
        <translation>调度（%1）</translation>
    </message>
    <message>
        <source>Factories: functions that make programs (%1)</source>
        <translation>工厂函数：调用时生成程序（%1）</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Call and open</source>
        <translation>调用并打开</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>选择 Python…</translation>
    </message>
    <message>
        <source>Choose the interpreter that runs the file</source>
        <translation>选择运行此文件的解释器</translation>
    </message>
</context>
<context>
    <name>lw::MadeEntries</name>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 functions</source>
        <translation>%1 个函数</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>with errors</source>
        <translation>有错误</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>What it printed</source>
        <translation>打印的内容</translation>
    </message>
    <message>
        <source>✗ 1 error — %1</source>
        <translation>✗ 1 个错误 — %1</translation>
    </message>
    <message>
        <source>✗ %1 errors, the first: %2</source>
        <translation>✗ %1 个错误，第一个：%2</translation>
    </message>
</context>
<context>
    <name>lw::OriginText</name>
    <message>
        <source>The file that Python ran</source>
        <translation>由 Python 运行的文件</translation>
    </message>
</context>
<context>
    <name>lw::PythonFeature</name>
    <message>
        <source>Run the file with P&amp;ython</source>
        <translation>用 Python 运行文件(&amp;Y)</translation>
    </message>
    <message>
        <source>W&amp;hat Python made…</source>
        <translation>Python 生成的内容(&amp;H)…</translation>
    </message>
    <message>
        <source>Reload when the fi&amp;le changes on disk</source>
        <translation>文件在磁盘上改变时重新载入(&amp;L)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run this text by Python, now and in the future; you are asked again for any other text</source>
        <translation>由 Python 运行这段文本，现在和以后都允许；对任何其他文本会再次询问</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>仅读取</translation>
    </message>
    <message>
        <source>Show what can be read without running anything</source>
        <translation>只显示不运行即可读取的内容</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End Python</source>
        <translation>结束 Python</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>%1 has changed on disk: run it again?</source>
        <translation>%1 在磁盘上已改变：再次运行吗？</translation>
    </message>
    <message>
        <source>%1 has changed on disk.</source>
        <translation>%1 在磁盘上已改变。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>The steps are carried over to the program that it makes now</source>
        <translation>各步骤会应用到它现在生成的程序上</translation>
    </message>
    <message>
        <source>The steps are carried over to the new text</source>
        <translation>各步骤会应用到新文本上</translation>
    </message>
    <message>
        <source>Always reload</source>
        <translation>始终重新载入</translation>
    </message>
    <message>
        <source>%1 was reloaded</source>
        <translation>已重新载入 %1</translation>
    </message>
    <message>
        <source>%1 has changed on disk. The text here has unsaved changes and stays; File &gt; Revert to the saved file loads the version on disk.</source>
        <translation>%1 在磁盘上已改变。这里的文本有未保存的修改，予以保留；“文件 &gt; 还原为已保存的文件”可载入磁盘上的版本。</translation>
    </message>
    <message>
        <source>Python that r&amp;uns files…</source>
        <translation>运行文件的 Python(&amp;U)…</translation>
    </message>
    <message>
        <source>The interpreter, and whether files import Loopwright&apos;s module or Apache TVM as tvm</source>
        <translation>解释器，以及文件导入的 tvm 是 Loopwright 的模块还是 Apache TVM</translation>
    </message>
    <message>
        <source>Files, notebooks, programs that you copied</source>
        <translation>文件、笔记本与复制的程序</translation>
    </message>
    <message>
        <source>Menu File opens TVMScript, Python files, notebooks, folders, and what is on the clipboard. A file is read as text. Where only Python can go on, a line above the program asks whether it may run; then a list shows the programs, schedules and factories that the file made. Each schedule opens as steps that you can change.</source>
        <translation>“文件”菜单可打开 TVMScript、Python 文件、笔记本、文件夹和剪贴板中的内容。文件按文本读取。在只有 Python 能继续的地方，程序上方会询问是否可以运行；随后列出文件生成的程序、调度和工厂函数。每个调度都作为可以修改的步骤打开。</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>选择 Python…</translation>
    </message>
    <message>
        <source>Choose the interpreter that runs the file</source>
        <translation>选择运行此文件的解释器</translation>
    </message>
</context>
<context>
    <name>lw::PythonRuns</name>
    <message>
        <source>Save %1 first: Python runs the file as it is saved</source>
        <translation>请先保存 %1：Python 运行的是已保存的文件</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Its new text is shown: read it, then run it again</source>
        <translation>%1 已被其他程序修改。现在显示的是新文本：请阅读后再次运行</translation>
    </message>
    <message>
        <source>Nothing to run: open a Python file, a notebook or a folder</source>
        <translation>没有可运行的内容：请打开 Python 文件、笔记本或文件夹</translation>
    </message>
    <message>
        <source>%1 was changed while it ran</source>
        <translation>%1 在运行期间被修改</translation>
    </message>
    <message>
        <source>run it again</source>
        <translation>请再次运行</translation>
    </message>
    <message>
        <source>Python was stopped</source>
        <translation>Python 已停止</translation>
    </message>
    <message>
        <source>%1 returned no program</source>
        <translation>%1 没有返回程序</translation>
    </message>
    <message>
        <source>call a function that returns one</source>
        <translation>请调用返回程序的函数</translation>
    </message>
    <message>
        <source>see Problems</source>
        <translation>见“问题”</translation>
    </message>
    <message>
        <source>%1 ran and made no program</source>
        <translation>%1 已运行，但没有生成程序</translation>
    </message>
    <message>
        <source>it has no function with @T.prim_func, and calls none that makes one</source>
        <translation>其中没有带 @T.prim_func 的函数，也没有调用生成程序的函数</translation>
    </message>
    <message>
        <source>%1 is another model now. Your changes of the earlier one are shown.</source>
        <translation>%1 现在是另一个模型。当前显示的是你对先前模型的修改。</translation>
    </message>
    <message>
        <source>%1 makes another text now. Your changes of the earlier one are shown.</source>
        <translation>%1 现在生成的文本已不同。当前显示的是你对先前文本的修改。</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>lw::PythonWords</name>
    <message>
        <source>The programs of a folder are found by running its files: run them?</source>
        <translation>文件夹中的程序要运行其中的文件才能找到：运行它们吗？</translation>
    </message>
    <message>
        <source>The function in line %1 makes programs when it is called: run this file?</source>
        <translation>第 %1 行的函数在调用时生成程序：运行此文件吗？</translation>
    </message>
    <message>
        <source>Line %1 needs Python: run this file?</source>
        <translation>第 %1 行需要 Python：运行此文件吗？</translation>
    </message>
    <message>
        <source>The programs of a notebook are found by running its cells: run them?</source>
        <translation>笔记本中的程序要运行其单元格才能找到：运行它们吗？</translation>
    </message>
    <message>
        <source>%1 needs Python: run this file?</source>
        <translation>%1 需要 Python：运行此文件吗？</translation>
    </message>
    <message>
        <source>It can read this folder, and cannot write or connect.</source>
        <translation>它可以读取此文件夹，不能写入文件，也不能建立连接。</translation>
    </message>
    <message>
        <source>Running %1… %2 s</source>
        <translation>正在运行 %1… %2 秒</translation>
    </message>
    <message>
        <source>Running %1…</source>
        <translation>正在运行 %1…</translation>
    </message>
    <message>
        <source>The function in line %1 makes programs when it is called: run this text?</source>
        <translation>第 %1 行的函数在调用时生成程序：运行这段文本吗？</translation>
    </message>
    <message>
        <source>Line %1 needs Python: run this text?</source>
        <translation>第 %1 行需要 Python：运行这段文本吗？</translation>
    </message>
    <message>
        <source>It can read the libraries of Python only, and cannot write or connect.</source>
        <translation>它只能读取 Python 的库，不能写入文件，也不能建立连接。</translation>
    </message>
    <message>
        <source>The system&apos;s Python</source>
        <translation>系统的 Python</translation>
    </message>
    <message>
        <source>Python of %1</source>
        <translation>%1 的 Python</translation>
    </message>
    <message>
        <source>%1 runs it, with its own Apache TVM.</source>
        <translation>由%1 运行，其中的 tvm 是那里安装的 Apache TVM。</translation>
    </message>
    <message>
        <source>%1 runs it.</source>
        <translation>由%1 运行。</translation>
    </message>
    <message>
        <source>%1 needs the package %2, which the system&apos;s Python does not have.</source>
        <translation>%1 需要软件包 %2，而系统的 Python 中没有它。</translation>
    </message>
    <message>
        <source>%1 needs the package %2, which Python of %3 does not have.</source>
        <translation>%1 需要软件包 %2，而 %3 的 Python 中没有它。</translation>
    </message>
</context>
<context>
    <name>lw::ScriptErrors</name>
    <message>
        <source>%1, in %2</source>
        <translation>%1，在 %2 中</translation>
    </message>
</context>
<context>
    <name>lw::InterpreterChoice</name>
    <message>
        <source>Python of this system</source>
        <translation>此系统的 Python</translation>
    </message>
    <message>
        <source>The environment %1, for the files beside it</source>
        <translation>环境 %1，用于它旁边的文件</translation>
    </message>
    <message>
        <source>The active environment %1</source>
        <translation>已激活的环境 %1</translation>
    </message>
    <message>
        <source>Enter the path of a Python.</source>
        <translation>请输入 Python 的路径。</translation>
    </message>
    <message>
        <source>✗ There is neither a program nor an environment at %1.</source>
        <translation>✗ %1 处既没有程序，也没有环境。</translation>
    </message>
    <message>
        <source>It is used for the files beside it. Starting it runs what its folder contains, with your rights.</source>
        <translation>它用于旁边的文件。启动它会以你的权限运行其文件夹中的内容。</translation>
    </message>
    <message>
        <source>It is used for all files without a chosen environment beside them.</source>
        <translation>它用于旁边没有选定环境的所有文件。</translation>
    </message>
    <message>
        <source>✗ No Apache TVM is found in its folders.</source>
        <translation>✗ 在它的文件夹中没有找到 Apache TVM。</translation>
    </message>
    <message>
        <source>✓ Apache TVM is installed there.</source>
        <translation>✓ 那里安装了 Apache TVM。</translation>
    </message>
    <message>
        <source>✓ Apache TVM %1 is installed there.</source>
        <translation>✓ 那里安装了 Apache TVM %1。</translation>
    </message>
</context>
<context>
    <name>lw::InterpreterDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Python that runs files</source>
        <translation>运行文件的 Python</translation>
    </message>
    <message>
        <source>Python that runs %1</source>
        <translation>运行 %1 的 Python</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Another interpreter…</source>
        <translation>其他解释器…</translation>
    </message>
    <message>
        <source>&amp;Python</source>
        <translation>Python(&amp;P)</translation>
    </message>
    <message>
        <source>What files import as tvm</source>
        <translation>文件导入的 tvm</translation>
    </message>
    <message>
        <source>Loopwright&apos;s module: no TVM is needed</source>
        <translation>Loopwright 的模块：不需要 TVM</translation>
    </message>
    <message>
        <source>Apache TVM of this Python</source>
        <translation>此 Python 中的 Apache TVM</translation>
    </message>
    <message>
        <source>import &amp;tvm</source>
        <translation>import tvm(&amp;T)</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Path of the interpreter</source>
        <translation>解释器的路径</translation>
    </message>
    <message>
        <source>A program such as /usr/bin/python3, or the folder of an environment</source>
        <translation>/usr/bin/python3 这样的程序，或环境的文件夹</translation>
    </message>
    <message>
        <source>Python interpreter</source>
        <translation>Python 解释器</translation>
    </message>
    <message>
        <source>Python (python*);;All files (*)</source>
        <translation>Python (python*);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>lw::HistogramView</name>
    <message>
        <source>Histogram of the values</source>
        <translation>数值的直方图</translation>
    </message>
    <message>
        <source>No values</source>
        <translation>没有数值</translation>
    </message>
    <message>
        <source>%1 parts from %2 to %3</source>
        <translation>从 %2 到 %3 的 %1 段</translation>
    </message>
</context>
<context>
    <name>lw::ModelFeature</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Model report</source>
        <translation>模型报告(&amp;M)</translation>
    </message>
</context>
<context>
    <name>lw::ModelPage</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>What was read: nodes, operators, parameters</source>
        <translation>读取到的内容：节点、算子、参数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The values of each parameter, as a histogram and a heat map</source>
        <translation>每个参数的数值，以直方图和热图显示</translation>
    </message>
    <message>
        <source>Expected outputs</source>
        <translation>期望输出</translation>
    </message>
    <message>
        <source>The outputs of a run beside those that the exporter stored</source>
        <translation>运行的输出与导出者保存的输出并列</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the report as text</source>
        <translation>将报告复制为文本</translation>
    </message>
</context>
<context>
    <name>lw::OpeningBar</name>
    <message>
        <source>Progress of reading the model</source>
        <translation>读取模型的进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading the model</source>
        <translation>停止读取模型</translation>
    </message>
    <message>
        <source>Reading the model: node %1 of %2</source>
        <translation>正在读取模型：第 %1 个节点，共 %2 个</translation>
    </message>
</context>
<context>
    <name>lw::OutputsView</name>
    <message>
        <source>&amp;Inputs of a run</source>
        <translation>运行的输入(&amp;I)</translation>
    </message>
    <message>
        <source>Inputs of a run</source>
        <translation>运行的输入</translation>
    </message>
    <message>
        <source>Run model</source>
        <translation>运行模型</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>最大差值</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>计算值</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>期望值</translation>
    </message>
    <message>
        <source>Random values</source>
        <translation>随机数值</translation>
    </message>
    <message>
        <source>No expected outputs are stored beside the model. Exporters keep them in folders test_data_set_0, test_data_set_1, …: inputs as input_0.pb, the right outputs as output_0.pb.</source>
        <translation>模型旁边没有保存期望输出。导出者把它们放在文件夹 test_data_set_0、test_data_set_1……中：输入为 input_0.pb，正确的输出为 output_0.pb。</translation>
    </message>
    <message>
        <source>Choose a folder of test data, and run the model with its inputs.</source>
        <translation>选择一个测试数据文件夹，用其中的输入运行模型。</translation>
    </message>
    <message>
        <source>The folder has no outputs to compare.</source>
        <translation>该文件夹没有可比较的输出。</translation>
    </message>
    <message>
        <source>Run the model (F6): each output is compared with the one that the exporter stored.</source>
        <translation>运行模型 (F6)：每个输出都与导出者保存的输出比较。</translation>
    </message>
    <message>
        <source>✓ All outputs are within the tolerance of ONNX&apos;s own tests: 0.001 of the value, or 1e-07</source>
        <translation>✓ 所有输出都在 ONNX 自身测试的容差之内：数值的 0.001，或 1e-07</translation>
    </message>
    <message>
        <source>✗ %1 of %2 outputs are wrong by more than 0.001 of the value</source>
        <translation>✗ %2 个输出中有 %1 个的误差超过数值的 0.001</translation>
    </message>
</context>
<context>
    <name>lw::RefusalDialog</name>
    <message>
        <source>Cannot read %1</source>
        <translation>不能读取 %1</translation>
    </message>
    <message>
        <source>These inputs decide shapes: %1. Their values are given on the command line: lw import MODEL.onnx --known %2=FILE.npy -o MODEL.py</source>
        <translation>这些输入决定形状：%1。它们的值在命令行中给出：lw import MODEL.onnx --known %2=FILE.npy -o MODEL.py</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Open with these sizes</source>
        <translation>用这些大小打开</translation>
    </message>
    <message>
        <source>The model leaves these sizes open, and some operators need numbers. Fill in those that you know, and open it again:</source>
        <translation>模型没有固定这些大小，而有些算子需要数字。填入已知的大小，然后重新打开：</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>大小 %1</translation>
    </message>
    <message>
        <source>open</source>
        <translation>未定</translation>
    </message>
</context>
<context>
    <name>lw::ReportView</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>written by %1</source>
        <translation>由 %1 生成</translation>
    </message>
    <message>
        <source>version %1 of the operators</source>
        <translation>算子版本 %1</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 of %2 operators</source>
        <translation>%1 个，共 %2 种算子</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 个调用</translation>
    </message>
    <message>
        <source>%1 carried out while reading</source>
        <translation>%1 个在读取时已执行</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1 numbers · %2</source>
        <translation>%1 个数 · %2</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>识别出</translation>
    </message>
    <message>
        <source>none with values</source>
        <translation>没有带数值的参数</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>lw::WeightsModel</name>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零</translation>
    </message>
</context>
<context>
    <name>lw::WeightsView</name>
    <message>
        <source>The model has no parameters with values. Bind them to a file: Run &gt; Parameters of the model</source>
        <translation>模型没有带数值的参数。请将参数绑定到文件：运行 &gt; 模型的参数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>min %1 · max %2 · mean %3 · deviation %4</source>
        <translation>最小 %1 · 最大 %2 · 平均 %3 · 标准差 %4</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 个 NaN</translation>
    </message>
    <message>
        <source>%1 infinite</source>
        <translation>%1 个无穷</translation>
    </message>
    <message>
        <source>%1 % zeros</source>
        <translation>%1 % 为零</translation>
    </message>
    <message>
        <source>1 element of %1 was looked at</source>
        <translation>每 %1 个元素查看 1 个</translation>
    </message>
    <message>
        <source>%1 to %2: %3 values, %4 %</source>
        <translation>%1 到 %2：%3 个数值，%4 %</translation>
    </message>
    <message>
        <source>%1 × %2; a cell shows the largest of %3 × %4 elements</source>
        <translation>%1 × %2；每格显示 %3 × %4 个元素中绝对值最大的一个</translation>
    </message>
    <message>
        <source>%1 × %2; a cell for each element</source>
        <translation>%1 × %2；每个元素一格</translation>
    </message>
    <message>
        <source>row %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
</context>
<context>
    <name>FollowWords</name>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 个步骤</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 个步骤</translation>
    </message>
    <message>
        <source>checks and times the state</source>
        <translation>检查该状态并计时</translation>
    </message>
    <message>
        <source>compares states</source>
        <translation>比较几个状态</translation>
    </message>
    <message>
        <source>searches for a faster schedule</source>
        <translation>搜索更快的调度</translation>
    </message>
    <message>
        <source>carries out steps</source>
        <translation>执行步骤</translation>
    </message>
    <message>
        <source>%1 (against %2: %3)</source>
        <translation>%1（与%2相比：%3）</translation>
    </message>
    <message>
        <source>the result is wrong</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <source>as opened</source>
        <translation>打开时的状态</translation>
    </message>
    <message>
        <source>was told that you changed the state, and may go on from there</source>
        <translation>已得知您更改了状态，可以从那里继续</translation>
    </message>
</context>
<context>
    <name>Following</name>
    <message>
        <source>The session ended before it opened a program</source>
        <translation>会话在打开程序之前就结束了</translation>
    </message>
    <message>
        <source>%1 works on this schedule: take over to change it</source>
        <translation>%1 正在处理这个调度：要更改它，请先接管</translation>
    </message>
    <message>
        <source>The session sent what this window does not understand</source>
        <translation>会话发送了本窗口不理解的内容</translation>
    </message>
    <message>
        <source>Another window follows this session</source>
        <translation>另一个窗口正在跟随这个会话</translation>
    </message>
    <message>
        <source>it closed the program</source>
        <translation>它关闭了程序</translation>
    </message>
    <message>
        <source>it no longer lets windows follow</source>
        <translation>它不再允许窗口跟随</translation>
    </message>
    <message>
        <source>The session did not take the change: %1</source>
        <translation>会话没有接受更改：%1</translation>
    </message>
    <message>
        <source>its program cannot be read here</source>
        <translation>它的程序在这里无法读取</translation>
    </message>
    <message>
        <source>the text in the window has changed</source>
        <translation>窗口中的文本已更改</translation>
    </message>
    <message>
        <source>a step of it is refused here: %1</source>
        <translation>它的一个步骤在这里被拒绝：%1</translation>
    </message>
</context>
<context>
    <name>lw::FollowBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The session that the window follows</source>
        <translation>窗口跟随的会话</translation>
    </message>
    <message>
        <source>Takes the last step of the session back; the client is told before its next step</source>
        <translation>收回会话的最后一个步骤；客户端在下一个步骤之前会得知</translation>
    </message>
    <message>
        <source>Following %1</source>
        <translation>正在跟随 %1</translation>
    </message>
    <message>
        <source>a session</source>
        <translation>一个会话</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>You have taken over from %1</source>
        <translation>您已从 %1 接管</translation>
    </message>
    <message>
        <source>No program is open in the session yet</source>
        <translation>会话中还没有打开程序</translation>
    </message>
    <message>
        <source>What it made stays open as your document</source>
        <translation>它的成果作为您的文档保持打开</translation>
    </message>
    <message>
        <source>What it made stays open as your document: %1</source>
        <translation>它的成果作为您的文档保持打开：%1</translation>
    </message>
    <message>
        <source>You look at an earlier state</source>
        <translation>您在看较早的状态</translation>
    </message>
    <message>
        <source>You look at an earlier state; 1 state was added meanwhile</source>
        <translation>您在看较早的状态；其间新增了 1 个状态</translation>
    </message>
    <message>
        <source>You look at an earlier state; %1 states were added meanwhile</source>
        <translation>您在看较早的状态；其间新增了 %1 个状态</translation>
    </message>
    <message>
        <source>Taking over, when the step under way ends…</source>
        <translation>当前步骤结束后接管…</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>%1 opened the program</source>
        <translation>%1 打开了程序</translation>
    </message>
    <message>
        <source>%1: %2… %3 %</source>
        <translation>%1：%2… %3 %</translation>
    </message>
    <message>
        <source>%1: %2…</source>
        <translation>%1：%2…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 undid %2</source>
        <translation>%1 撤销了 %2</translation>
    </message>
    <message>
        <source>%1 redid %2</source>
        <translation>%1 重做了 %2</translation>
    </message>
    <message>
        <source>%1 went to the state after %2</source>
        <translation>%1 转到了 %2 之后的状态</translation>
    </message>
    <message>
        <source>%1 ran the state: %2</source>
        <translation>%1 运行了该状态：%2</translation>
    </message>
    <message>
        <source>%1 has searched for a faster schedule</source>
        <translation>%1 搜索了更快的调度</translation>
    </message>
    <message>
        <source>Refused: %1 — %2</source>
        <translation>已拒绝：%1 — %2</translation>
    </message>
    <message>
        <source>Refused: %1 — you have pinned %2</source>
        <translation>已拒绝：%1 — 您固定了 %2</translation>
    </message>
    <message>
        <source>Refused: %1 — you have taken over</source>
        <translation>已拒绝：%1 — 您已接管</translation>
    </message>
    <message>
        <source>Its changes are refused until you give the session back</source>
        <translation>在您交还会话之前，它的更改都会被拒绝</translation>
    </message>
    <message>
        <source>What it does appears here as it is done</source>
        <translation>它的操作会在进行时显示在这里</translation>
    </message>
    <message>
        <source>Show the latest (+%1)</source>
        <translation>显示最新状态（+%1）</translation>
    </message>
    <message>
        <source>Show the latest</source>
        <translation>显示最新状态</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>交还</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>The client goes on from the state that you show</source>
        <translation>客户端从您显示的状态继续</translation>
    </message>
    <message>
        <source>You change the schedule; the client&apos;s changes are refused until you give it back</source>
        <translation>由您更改调度；在您交还之前，客户端的更改都会被拒绝</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Closes this line; the document stays open</source>
        <translation>关闭这一行；文档保持打开</translation>
    </message>
    <message>
        <source>Stops following; the document stays open as it is shown</source>
        <translation>停止跟随；文档按所示保持打开</translation>
    </message>
    <message>
        <source>%1 pinned  ✕</source>
        <translation>%1 已固定  ✕</translation>
    </message>
    <message>
        <source>Steps of the client that touch loop %1 are refused. A click removes the pin.</source>
        <translation>触及循环 %1 的客户端步骤会被拒绝。单击可移除固定。</translation>
    </message>
</context>
<context>
    <name>lw::FollowFeature</name>
    <message>
        <source>Follow a s&amp;ession…</source>
        <translation>跟随会话(&amp;E)…</translation>
    </message>
    <message>
        <source>Followed sess&amp;ion</source>
        <translation>被跟随的会话(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Take over</source>
        <translation>接管(&amp;T)</translation>
    </message>
    <message>
        <source>Show the &amp;latest state</source>
        <translation>显示最新状态(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Stop following</source>
        <translation>停止跟随(&amp;S)</translation>
    </message>
    <message>
        <source>Unpin in the session: %1</source>
        <translation>在会话中取消固定：%1</translation>
    </message>
    <message>
        <source>Pin in the session: %1</source>
        <translation>在会话中固定：%1</translation>
    </message>
    <message>
        <source>Steps of %1 that touch this loop are refused</source>
        <translation>触及这个循环的 %1 的步骤会被拒绝</translation>
    </message>
    <message>
        <source>&amp;Give back</source>
        <translation>交还(&amp;G)</translation>
    </message>
</context>
<context>
    <name>lw::SessionsDialog</name>
    <message>
        <source>Look again</source>
        <translation>再次查找</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Follow a session</source>
        <translation>跟随会话</translation>
    </message>
    <message>
        <source>Sessions of lw serve</source>
        <translation>lw serve 的会话</translation>
    </message>
    <message>
        <source>Looking for sessions…</source>
        <translation>正在查找会话…</translation>
    </message>
    <message>
        <source>no program is open yet</source>
        <translation>还没有打开程序</translation>
    </message>
    <message>
        <source> (another window follows it)</source>
        <translation>（另一个窗口正在跟随）</translation>
    </message>
    <message>
        <source>No session can be followed. A script or an agent announces its session when it starts lw serve --follow, or calls the method follow; it has to run as the same user.</source>
        <translation>没有可以跟随的会话。脚本或智能体在启动 lw serve --follow 或调用方法 follow 时公布它的会话；它必须以同一用户运行。</translation>
    </message>
    <message>
        <source>You see each step and run of the session as it is made, and may take over.</source>
        <translation>您会在会话的每个步骤和运行发生时看到它们，并且可以接管。</translation>
    </message>
</context>
<context>
    <name>lw::RunTable</name>
    <message>
        <source>All runs</source>
        <translation>所有运行</translation>
    </message>
</context>
<context>
    <name>lw::SizeChart</name>
    <message>
        <source>Which schedule wins at which size</source>
        <translation>哪个调度在哪个大小上最快</translation>
    </message>
    <message>
        <source>Schedule found at %1 = %2: %3</source>
        <translation>在 %1 = %2 时找到的调度：%3</translation>
    </message>
    <message>
        <source>%1: failed or gave a wrong result</source>
        <translation>%1：失败或结果错误</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4), %5× the time of the fastest</source>
        <translation>%1：%2（%3 到 %4），为最快者用时的 %5 倍</translation>
    </message>
    <message>
        <source>all sizes</source>
        <translation>所有大小</translation>
    </message>
    <message>
        <source>%1 ≤ %2</source>
        <translation>%1 ≤ %2</translation>
    </message>
    <message>
        <source>%1 &gt; %2</source>
        <translation>%1 &gt; %2</translation>
    </message>
    <message>
        <source>%1 &lt; %2 ≤ %3</source>
        <translation>%1 &lt; %2 ≤ %3</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>未选用</translation>
    </message>
    <message>
        <source>runs for %1</source>
        <translation>用于 %1</translation>
    </message>
    <message>
        <source>Found at %1 = %2, %3: %4</source>
        <translation>在 %1 = %2 时找到，%3：%4</translation>
    </message>
    <message>
        <source>found at %1 = %2</source>
        <translation>在 %1 = %2 时找到</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>最快</translation>
    </message>
</context>
<context>
    <name>lw::SizeView</name>
    <message>
        <source>Search the sizes ▸</source>
        <translation>搜索各大小 ▸</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>n=1..4096 doubles the size, n=64..512+64 has a step, n=1,2,4 lists the sizes</source>
        <translation>n=1..4096 每次加倍，n=64..512+64 按步长递增，n=1,2,4 逐个列出</translation>
    </message>
    <message>
        <source>Search for each size, then time the best of each at all sizes (Enter). The trials are shared by the sizes</source>
        <translation>对每个大小进行搜索，再在所有大小上为各自的最优者计时（Enter）。试验次数由各大小共享</translation>
    </message>
    <message>
        <source>Every size of this function is a number. Write one as a variable, n = T.int64(), to search for several sizes.</source>
        <translation>该函数的每个大小都是数字。把其中一个写成变量（n = T.int64()），即可针对多个大小进行搜索。</translation>
    </message>
    <message>
        <source>Which schedule wins at which size appears here: a row for each schedule, with its speed at every size beside the fastest one.</source>
        <translation>这里显示哪个调度在哪个大小上最快：每个调度一行，给出它在每个大小上相对于最快者的速度。</translation>
    </message>
</context>
<context>
    <name>lw::SizeTuning</name>
    <message>
        <source>Write two sizes or more, for example %1=1..4096</source>
        <translation>请写出两个或更多大小，例如 %1=1..4096</translation>
    </message>
    <message>
        <source>Stopped: the diagram needs a whole search</source>
        <translation>已停止：图表需要完整的搜索</translation>
    </message>
    <message>
        <source>No candidate was right</source>
        <translation>没有正确的候选</translation>
    </message>
    <message>
        <source>%1 schedules, %2 of which win somewhere</source>
        <translation>%1 个调度，其中 %2 个在某些大小上最快</translation>
    </message>
    <message>
        <source>One schedule is the best at every size</source>
        <translation>同一个调度在每个大小上都最好</translation>
    </message>
    <message>
        <source>tuning</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>tuned at %1 = %2</source>
        <translation>在 %1 = %2 时调优</translation>
    </message>
</context>
</TS>
